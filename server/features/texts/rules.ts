import { ACCEPTED_TEXTS, type AcceptedText, type SiteText } from '#shared/rules/texts.ts'
import type { Services } from '#server/context.ts'

type Settings = Services['settings']

export const isTextSet = (settings: Settings, text: SiteText): boolean =>
  settings.value(`${text}_pl`) !== '' || settings.value(`${text}_en`) !== ''

/** A version is null if the forum has no such text. */
export const currentVersions = (settings: Settings): Record<AcceptedText, number | null> => ({
  terms: isTextSet(settings, 'terms') ? settings.value('terms_version') : null,
  privacy_policy: isTextSet(settings, 'privacy_policy') ? settings.value('privacy_policy_version') : null,
})

export function askedOf(
  settings: Settings,
  accepted: readonly { text: AcceptedText; version: number }[],
): { text: AcceptedText; version: number }[] {
  const current = currentVersions(settings)
  return ACCEPTED_TEXTS.flatMap((text) => {
    const version = current[text]
    const last = accepted.find((each) => each.text === text)?.version ?? 0
    return version !== null && version > last ? [{ text, version }] : []
  })
}
