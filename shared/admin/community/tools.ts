import type { ReactNode } from 'react'
import type { ApiOf } from '#shared/api/contract.ts'
import type { filters } from '#shared/api/filters.ts'
import type { hooks } from '#shared/api/hooks.ts'
import type { SiteApi } from '#shared/api/public.ts'
import type { Lang } from '#shared/i18n/plural.ts'
import type { Question } from '#shared/ui/Confirm.tsx'

/** `sent` holds the values of a refused form, `issue` the reason. */
export type PlainForm<T> = {
  attributes: { method?: 'post'; action?: string }
  fields: ReactNode
  sent: T | null
  issue: string | null
}

/** `ids` are the fields in which forms of one call differ; `next` is where the form leads, by default its own page. */
export type PlainFormOptions<T> = { ids: readonly (keyof T & string)[]; next?: string }

/** A community has one form of this call. */
export const BY_COMMUNITY = { ids: ['category_id'] } as const

/** The differences between site and panel in the settings of a community. */
export type Tools = {
  api: SiteApi
  lang: Lang
  date: (at: string) => string
  /** Null for an admin without an account. */
  viewerId: number | null
  ask: (question: Question) => Promise<boolean>
  /** Returns the sentence to show for a failure, or null where it is shown elsewhere. */
  failed: (error: unknown, fallback: string) => string | null
  linkTo: (username: string) => ReactNode
  /** The state of a form without scripts, in shells that render such forms. */
  usePlainForm: <T extends object>(call: string, initial: T, options: PlainFormOptions<T>) => PlainForm<T>
  /** State of what was typed, stored under a name where the shell can store it. */
  useKept: <T extends object>(name: string, initial: T) => [T, (change: Partial<T>) => void, (values?: T) => void]
}

export type FilterCalls = ApiOf<{ filters: typeof filters }>['filters']
export type HookCalls = ApiOf<{ hooks: typeof hooks }>['hooks']
