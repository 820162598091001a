import type { Ad } from '#shared/api/ads.ts'
import { exactTime } from '#shared/rules/relative-time.ts'

/** Dates are values of 'datetime-local' inputs, in the machine's time zone. */
export type AdDraft = Pick<Ad, 'name' | 'title' | 'text' | 'image_url' | 'url' | 'variant' | 'is_enabled'> & {
  categories: { id: number; name: string }[]
  starts_at: string
  ends_at: string
  weight: string
}

const inputTime = (at: string | null): string => (at === null ? '' : exactTime(at).slice(0, 16).replace(' ', 'T'))

/** An invalid date is sent unchanged, so that the server returns the error. */
function timeOf(typed: string, before: string | null | undefined): string | null {
  if (typed === '') return null
  // The input shows no seconds, so an unchanged time is sent as it was.
  if (before && inputTime(before) === typed) return before
  const time = new Date(typed)
  return Number.isNaN(time.getTime()) ? typed : time.toISOString()
}

export const NEW_AD: AdDraft = {
  name: '',
  title: '',
  text: '',
  image_url: null,
  url: '',
  variant: 'normal',
  is_enabled: true,
  categories: [],
  starts_at: '',
  ends_at: '',
  weight: '1',
}

export function draftOf({ name, title, text, image_url, url, variant, is_enabled, categories, ...rest }: Ad): AdDraft {
  return {
    name,
    title,
    text,
    image_url,
    url,
    variant,
    is_enabled,
    categories,
    starts_at: inputTime(rest.starts_at),
    ends_at: inputTime(rest.ends_at),
    weight: String(rest.weight),
  }
}

const whole = (typed: string): number => (/^\s*\d{1,9}\s*$/.test(typed) ? Number(typed) : NaN)

/** `before` is the ad before the edit, null for a new ad. */
export function inputOf(draft: AdDraft, before: Ad | null) {
  const { categories, weight, starts_at, ends_at, name, ...fields } = draft
  const start = timeOf(starts_at, before?.starts_at)
  return {
    ...fields,
    // The server has defaults for an omitted name and start.
    ...(name.trim() !== '' && { name }),
    ...(start !== null && { starts_at: start }),
    category_ids: categories.map(({ id }) => id),
    ends_at: timeOf(ends_at, before?.ends_at),
    weight: whole(weight),
  }
}
