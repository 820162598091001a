import type { ComponentType } from 'react'
import { data } from 'react-router-dom'
import type { Feature } from '#shared/api/contract.ts'
import type { SiteApi } from '#shared/api/public.ts'
import type { Category, SessionUser } from '#shared/api/shapes.ts'
import type { SiteText } from '#shared/rules/texts.ts'
import type { Lang, Texts } from '#shared/i18n/index.ts'
import type { FormState } from '#shared/rules/forms.ts'
import type { LiteMode } from '#shared/rules/lite.ts'
import type { Variant } from '#shared/rules/variant.ts'

export type { Variant }

export type SiteInfo = {
  name: string
  /** An uploaded logo that replaces the drawn one. */
  logo: string | null
  /** The version of an uploaded icon; null for the default icon. */
  icon: string | null
  /** Rules of a style sheet for accent, corners and density; '' for the usual looks. */
  looks: string
  /** The tagline in the reader's language; '' where none is set. */
  tagline: string
  about_html: string
  support_email: string
  ads: 'house' | 'own' | 'off'
  /** Lifetime in milliseconds. */
  message_ttl: number
  /** Age in years. */
  minimum_age: number
  bot_username: string
  normal_origin: string
  adult_origin: string
  time_zone: string
  registration_challenge: boolean
  features: Record<Feature, boolean>
  languages: Lang[]
  communities_by: 'everyone' | 'trust1' | 'trust2' | 'admins'
  /** The texts that the operator has written. */
  texts: SiteText[]
  /** Whether members are asked to accept newer versions. */
  asks_acceptance: boolean
  /** Whether the site can be read and used without a network. */
  offline: boolean
  /** The colour of the browser's frame, by variant. */
  theme_color: Record<Variant, string>
  /** How admins enter the panel. */
  panel_by: 'password' | 'account'
  version: string
}

export type SidebarCategory = Pick<Category, 'name' | 'display_name' | 'icon_url' | 'member_count'>

export type UnreadCounts = { notifications: number; messages: number }

export type SidebarStream = { id: number; title: string; username: string; viewer_count: number }

/** Read with the page: `suspension` is null unless one is in force. */
export type SiteViewer = SessionUser & { suspension: { until: string | null; decision_id: number } | null }

/** The server creates one for each request, the browser a single one. */
export type Runtime = FormState & {
  api: SiteApi
  viewer: SiteViewer | null
  lang: Lang
  t: Texts
  variant: Variant
  site: SiteInfo
  lite: LiteMode
  /** Whether the reader is signed in: by the session on the server, by the stored token in the browser. */
  isSignedIn: () => boolean
  /** The last event contained in data loaded from now on; null where unknown. */
  lastEventId: () => string | null
  /** Cached by the server for a few seconds. */
  sidebarCategories: () => Promise<SidebarCategory[]>
  sidebarStreams: () => Promise<SidebarStream[]>
  /** Counts that could not be read are left out. */
  unreadCounts: () => Promise<Partial<UnreadCounts>>
}

export type LoadArgs = Runtime & {
  params: Record<string, string>
  query: URLSearchParams
  path: string
  signal: AbortSignal
}

/** `canonical` is a path of the page's own variant. */
export type Meta = {
  title: string
  description?: string
  canonical?: string
  image?: string | null
  type?: 'website' | 'article' | 'profile'
  noindex?: boolean
  structured?: Record<string, unknown>
}

/**
 * Permissions of a page's document beyond the others: loading from `origins`, playing blobs, camera and screen, and
 * forms that lead to `formTargets`.
 */
export type DocumentPolicy = { origins?: string[]; playsBlobs?: boolean; captures?: boolean; formTargets?: string[] }

/** `load` awaits what decides status, title and main content; promise fields stream in later (`Await`). */
export type Page<Data = unknown> = {
  guard?: 'user' | 'guest'
  load?: (args: LoadArgs) => Promise<Data> | Data
  /** The page is then marked by `ownDocument` in `site/routes.tsx`. */
  policy?: (data: Data) => DocumentPolicy
  meta: (data: Data, args: { t: Texts; site: SiteInfo; variant: Variant; params: Record<string, string> }) => Meta
  View: ComponentType<{ data: Data }>
}

/** Wraps what `load` returns for a page whose status is not 200. */
export const withStatus = <Data>(status: number, value: Data): Data => data(value, { status }) as unknown as Data

export function definePage<Data>(page: Page<Data>): Page<Data> {
  return page
}

export type PageModule = { page: Page<any> }
