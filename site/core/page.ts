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
  /** An uploaded picture instead of the drawn one. */
  logo: string | null
  /** The version of an uploaded icon; null for the drawn one. */
  icon: string | null
  /** Rules of a style sheet for accent, corners and density; '' for the usual looks. */
  looks: string
  /** In the reader's language; '' where none is set. */
  tagline: string
  about_html: string
  support_email: string
  ads: 'house' | 'own' | 'off'
  /** In milliseconds. */
  message_ttl: number
  /** In years. */
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
  /** Whether members may be asked to accept a newer version of one. */
  asks_acceptance: boolean
  /** Whether pages and actions work without a network. */
  offline: boolean
  /** The colour of the browser's frame. */
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

/** The server creates one a request, the browser has one. */
export type Runtime = FormState & {
  api: SiteApi
  viewer: SiteViewer | null
  lang: Lang
  t: Texts
  variant: Variant
  site: SiteInfo
  lite: LiteMode
  /** On the server by the session, in the browser by the stored token. */
  isSignedIn: () => boolean
  /** Data loaded from here on contains everything up to this event; null where none is known. */
  lastEventId: () => string | null
  /** The server caches them for a few seconds. */
  sidebarCategories: () => Promise<SidebarCategory[]>
  sidebarStreams: () => Promise<SidebarStream[]>
  /** Without one that could not be read. */
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

/** `load` awaits what decides status, title and main content; fields that are promises stream in later (`Await`). */
export type Page<Data = unknown> = {
  guard?: 'user' | 'guest'
  load?: (args: LoadArgs) => Promise<Data> | Data
  /** Such a page is marked by `ownDocument` in `site/routes.tsx`. */
  policy?: (data: Data) => DocumentPolicy
  meta: (data: Data, args: { t: Texts; site: SiteInfo; variant: Variant; params: Record<string, string> }) => Meta
  View: ComponentType<{ data: Data }>
}

/** The value that `load` returns for a page whose status is not 200. */
export const withStatus = <Data>(status: number, value: Data): Data => data(value, { status }) as unknown as Data

export function definePage<Data>(page: Page<Data>): Page<Data> {
  return page
}

export type PageModule = { page: Page<any> }
