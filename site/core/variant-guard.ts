import { redirect } from 'react-router-dom'
import type { LoadArgs } from './page.ts'

export type Neutral = { neutral: true; path: string }

/** Redirects normal content away from the adult host; on the normal host returns neutral data for adult content. */
export function otherVariant({ site, variant, path }: LoadArgs, isNsfw: boolean): Neutral | null {
  if (isNsfw === (variant === 'adult')) return null
  if (!isNsfw) throw redirect(site.normal_origin + path)
  return { neutral: true, path }
}

export function isNeutral(data: object): data is Neutral {
  return 'neutral' in data
}
