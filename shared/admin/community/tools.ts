import type { ReactNode } from 'react'
import type { ApiOf } from '#shared/api/contract.ts'
import type { filters } from '#shared/api/filters.ts'
import type { hooks } from '#shared/api/hooks.ts'
import type { SiteApi } from '#shared/api/public.ts'
import type { Lang } from '#shared/i18n/plural.ts'
import type { Question } from '#shared/ui/Confirm.tsx'

/** `sent` has the values of a form that the server refused, and `issue` has the reason. */
export type PlainForm<T> = {
  attributes: { method?: 'post'; action?: string }
  fields: ReactNode
  sent: T | null
  issue: string | null
}

/**
 * `ids` are the fields that distinguish forms of the same call on one page; `next` is the page after success, by
 * default the same one.
 */
export type PlainFormOptions<T> = { ids: readonly (keyof T & string)[]; next?: string }

/** Options for calls with one form per community. */
export const BY_COMMUNITY = { ids: ['category_id'] } as const

/** What the site and the panel do differently in the settings of a community. */
export type Tools = {
  api: SiteApi
  lang: Lang
  date: (at: string) => string
  /** Null for an admin without an account. */
  viewerId: number | null
  ask: (question: Question) => Promise<boolean>
  /** Returns the message to show for a failure, or null if it is shown elsewhere. */
  failed: (error: unknown, fallback: string) => string | null
  linkTo: (username: string) => ReactNode
  /** State of a form. On the site, the form also works without JavaScript; the panel always needs JavaScript. */
  usePlainForm: <T extends object>(call: string, initial: T, options: PlainFormOptions<T>) => PlainForm<T>
  /** Form state; the site stores it as a draft under `name`, the panel does not store it. */
  useKept: <T extends object>(name: string, initial: T) => [T, (change: Partial<T>) => void, (values?: T) => void]
}

export type FilterCalls = ApiOf<{ filters: typeof filters }>['filters']
export type HookCalls = ApiOf<{ hooks: typeof hooks }>['hooks']
