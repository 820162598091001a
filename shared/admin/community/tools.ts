import type { ReactNode } from 'react'
import type { ApiOf } from '#shared/api/contract.ts'
import type { filters } from '#shared/api/filters.ts'
import type { hooks } from '#shared/api/hooks.ts'
import type { SiteApi } from '#shared/api/public.ts'
import type { Lang } from '#shared/i18n/plural.ts'
import type { Question } from '#shared/ui/Confirm.tsx'

/** `sent`: the values of a form that the server refused; `issue`: its reason. */
export type PlainForm<T> = {
  attributes: { method?: 'post'; action?: string }
  fields: ReactNode
  sent: T | null
  issue: string | null
}

/** `ids`: fields that distinguish forms of one call on a page; `next`: the page after success, by default the same. */
export type PlainFormOptions<T> = { ids: readonly (keyof T & string)[]; next?: string }

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
  /** The site's forms also work without JavaScript, those of the panel do not. */
  usePlainForm: <T extends object>(call: string, initial: T, options: PlainFormOptions<T>) => PlainForm<T>
  /** The site stores form values as a draft under `name`, the panel does not store them. */
  useKept: <T extends object>(name: string, initial: T) => [T, (change: Partial<T>) => void, (values?: T) => void]
}

export type FilterCalls = ApiOf<{ filters: typeof filters }>['filters']
export type HookCalls = ApiOf<{ hooks: typeof hooks }>['hooks']
