import type { ComponentType } from 'react'
import type { SiteApi } from '#shared/api/public.ts'
import type { SessionUser } from '#shared/api/shapes.ts'
import type { Lang, Texts } from '#shared/i18n/index.ts'
import type { SideCommunity } from '#site/features/layout/communities.ts'

export type Variant = 'normal' | 'adult'

/** What the server says of the site to every page. */
export type SiteInfo = {
  name: string
  support_email: string
  ads: boolean
  /** How long a private message stays after it was read, in milliseconds. */
  message_ttl: number
  /** Who writes as the bot: whatever is by that name is labelled as its work. */
  bot_username: string
  /** Origins of the two variants, for links between them. */
  normal_origin: string
  adult_origin: string
  /** Zone of dates that the server writes. */
  time_zone: string
  version: string
}

/** What a loader may use; the server makes one a request, the browser has one. */
export type Runtime = {
  api: SiteApi
  viewer: SessionUser | null
  lang: Lang
  t: Texts
  variant: Variant
  site: SiteInfo
  /** Whether somebody is signed in: by the rendered session on the server, by the stored token in the browser. */
  isSignedIn: () => boolean
  /** The communities beside every page; the server remembers them for seconds, for all its readers alike. */
  sideCommunities: () => Promise<SideCommunity[]>
}

export type LoadArgs = Runtime & {
  params: Record<string, string>
  query: URLSearchParams
  /** Path and query of the page. */
  path: string
  signal: AbortSignal
}

/** Head of a page; `canonical` is a path of the page's own variant. */
export type Meta = {
  title: string
  description?: string
  canonical?: string
  image?: string | null
  type?: 'website' | 'article' | 'profile'
  noindex?: boolean
  /** JSON-LD. */
  structured?: Record<string, unknown>
}

/**
 * One screen. `load` awaits what decides status, title and main content; a promise that it returns as a field is
 * streamed and rendered by `Await`. It runs on both sides with the same result.
 */
export type Page<Data = unknown> = {
  /** 'user' needs a session, 'guest' needs none. */
  guard?: 'user' | 'guest'
  load?: (args: LoadArgs) => Promise<Data> | Data
  meta: (data: Data, args: { t: Texts, site: SiteInfo, variant: Variant, params: Record<string, string> }) => Meta
  View: ComponentType<{ data: Data }>
}

/** Keeps the data type of a page from `load` to `View`. */
export function definePage<Data>(page: Page<Data>): Page<Data> {
  return page
}

/** A module of `site/pages`. */
export type PageModule = { page: Page<any> }
