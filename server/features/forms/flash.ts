import '#shared/i18n/all-features.ts'
import { catalog } from '#shared/i18n/index.ts'
import type { Lang } from '#shared/i18n/plural.ts'
import type { Flash } from '#shared/rules/forms.ts'
import { loadedTexts } from '#shared/texts.ts'

export const FLASH_COOKIE = 'flash'

/** The lifetime of the cookie in milliseconds, long enough for a slow page to load. */
const LIFETIME_MS = 60_000

/** `said` is the name of a call that succeeded, or the code of an error; the next page shows the message once. */
export function flashCookie(secret: string, said: string, now: Date): string {
  const text = `${said}.${now.getTime().toString(36)}`
  return `${FLASH_COOKIE}=${text}.${signature(secret, text)}; Path=/; Max-Age=60; HttpOnly; SameSite=Lax`
}

export const EXPIRED_FLASH = `${FLASH_COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`

/** Returns null if the cookie is expired or forged. */
export function readFlash(
  secret: string,
  cookie: string | undefined,
  { lang, now }: { lang: Lang; now: Date },
): Flash | null {
  const [group = '', name = '', madeAt = '', signed] = cookie?.split('.') ?? []
  const text = `${group}.${name}.${madeAt}`
  if (signed !== signature(secret, text)) return null
  if (now.getTime() - Number.parseInt(madeAt, 36) > LIFETIME_MS) return null
  const { errors, forms } = catalog(lang)
  if (group === 'error') return { kind: 'error', text: (errors as Record<string, string>)[name] ?? errors.internal }
  return { kind: 'success', text: afterForm(lang, group, name) ?? forms.done[`${group}.${name}`] ?? forms.doneOther }
}

function afterForm(lang: Lang, group: string, name: string): string | undefined {
  const texts = loadedTexts(lang) as Record<string, { afterForm?: Record<string, string> } | undefined>
  return texts[group]?.afterForm?.[name]
}

function signature(secret: string, text: string): string {
  return new Bun.CryptoHasher('sha256', secret).update(`flash ${text}`).digest('base64url').slice(0, 22)
}
