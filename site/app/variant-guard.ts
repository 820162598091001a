import { redirect } from 'react-router-dom'
import type { LoadArgs } from './page.ts'

/** Stands in the data of a page in place of adult content on the normal host: nothing of it leaves the server. */
export type Neutral = { neutral: true, path: string }

/**
 * Keeps content on the host of its variant: a normal community on the adult host leads to the normal one; adult
 * content on the normal host gives a neutral page, which this returns. Null where the page may go on.
 */
export function otherVariant({ site, variant, path }: LoadArgs, isNsfw: boolean): Neutral | null {
  if (isNsfw === (variant === 'adult')) return null
  if (!isNsfw) throw redirect(site.normal_origin + path)
  return { neutral: true, path }
}

/** Whether a page shows the neutral text. */
export function isNeutral(data: object): data is Neutral {
  return 'neutral' in data
}
