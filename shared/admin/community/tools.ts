import type { ReactNode } from 'react'
import type { ApiOf } from '#shared/api/contract.ts'
import type { filters } from '#shared/api/filters.ts'
import type { hooks } from '#shared/api/hooks.ts'
import type { SiteApi } from '#shared/api/public.ts'
import type { Lang } from '#shared/i18n/plural.ts'
import type { Question } from '#shared/ui/Confirm.tsx'

/** `sent` is what a refused form had, `issue` why it was refused. */
export type PlainForm<T> = {
  attributes: { method?: 'post'; action?: string }
  fields: ReactNode
  sent: T | null
  issue: string | null
}

/** `ids` name the fields by which forms of one call differ; after the form comes `next`, else its own page. */
export type PlainFormOptions<T> = { ids: readonly (keyof T & string)[]; next?: string }

/** A community has one form of the call. */
export const BY_COMMUNITY = { ids: ['category_id'] } as const

/** Differences between site and panel around the parts of a community's settings. */
export type Tools = {
  api: SiteApi
  lang: Lang
  date: (at: string) => string
  /** Null for an admin without an account. */
  viewerId: number | null
  ask: (question: Question) => Promise<boolean>
  /** The sentence of a failure; null where it is shown elsewhere. */
  failed: (error: unknown, fallback: string) => string | null
  linkTo: (username: string) => ReactNode
  /** A form without scripts, where the shell has them. */
  usePlainForm: <T extends object>(call: string, initial: T, options: PlainFormOptions<T>) => PlainForm<T>
  /** Keeps what was typed under a name, where the shell can. */
  useKept: <T extends object>(name: string, initial: T) => [T, (change: Partial<T>) => void, (values?: T) => void]
}

export type FilterCalls = ApiOf<{ filters: typeof filters }>['filters']
export type HookCalls = ApiOf<{ hooks: typeof hooks }>['hooks']
