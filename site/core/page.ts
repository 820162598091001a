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
  logo: string | null
  /** Version of the uploaded icon; null for the default icon. */
  icon: string | null
  /** CSS rules for accent colour, corners and density; '' for the defaults. */
  looks: string
  /** Tagline in the reader's language; '' if none is set. */
  tagline: string
  about_html: string
  support_email: string
  ads: 'house' | 'own' | 'off'
  /** Lifetime of private messages in milliseconds. */
  message_ttl: number
  minimum_age: number
  bot_username: string
  normal_origin: string
  adult_origin: string
  time_zone: string
  registration_challenge: boolean
  features: Record<Feature, boolean>
  languages: Lang[]
  communities_by: 'everyone' | 'trust1' | 'trust2' | 'admins'
  texts: SiteText[]
  /** Whether members are asked to accept newer versions of the site's legal texts, such as the terms. */
  asks_acceptance: boolean
  offline: boolean
  /** Colour of the browser's toolbar, by variant. */
  theme_color: Record<Variant, string>
  panel_by: 'password' | 'account'
  version: string
}

export type SidebarCategory = Pick<Category, 'name' | 'display_name' | 'icon_url' | 'member_count'>

export type UnreadCounts = { notifications: number; messages: number }

export type SidebarStream = { id: number; title: string; username: string; viewer_count: number }

/** `suspension` is null if the account is not suspended. */
export type SiteViewer = SessionUser & { suspension: { until: string | null; decision_id: number } | null }

/** The context in which pages load data; the server creates one for each request, the browser one for its document. */
export type Runtime = FormState & {
  api: SiteApi
  viewer: SiteViewer | null
  lang: Lang
  t: Texts
  variant: Variant
  site: SiteInfo
  lite: LiteMode
  /** The server checks the login session, the browser the stored token. */
  isSignedIn: () => boolean
  /** Id of the latest event received, null if unknown; data loaded from now on contains the change of this event. */
  lastEventId: () => string | null
  sidebarCategories: () => Promise<SidebarCategory[]>
  sidebarStreams: () => Promise<SidebarStream[]>
  /** Counts that could not be loaded are left out. */
  unreadCounts: () => Promise<Partial<UnreadCounts>>
}

export type LoadArgs = Runtime & {
  params: Record<string, string>
  query: URLSearchParams
  path: string
  signal: AbortSignal
}

/** `canonical` is a path on the host of the page's variant, normal or adult. */
export type Meta = {
  title: string
  description?: string
  canonical?: string
  image?: string | null
  type?: 'website' | 'article' | 'profile'
  noindex?: boolean
  structured?: Record<string, unknown>
}

/** What a page adds to its content security policy; `formTargets` are redirect targets of its forms. */
export type DocumentPolicy = { origins?: string[]; playsBlobs?: boolean; captures?: boolean; formTargets?: string[] }

/** `load` awaits the data for status, title and main content; promises in its result stream in later (`Await`). */
export type Page<Data = unknown> = {
  guard?: 'user' | 'guest'
  load?: (args: LoadArgs) => Promise<Data> | Data
  /** Additions to the content security policy, which need `ownDocument` in `site/routes.tsx`. */
  policy?: (data: Data) => DocumentPolicy
  meta: (data: Data, args: { t: Texts; site: SiteInfo; variant: Variant; params: Record<string, string> }) => Meta
  View: ComponentType<{ data: Data }>
}

/** Wraps the data of `load` to send another status than 200. */
export const withStatus = <Data>(status: number, value: Data): Data => data(value, { status }) as unknown as Data

export function definePage<Data>(page: Page<Data>): Page<Data> {
  return page
}

export type PageModule = { page: Page<any> }
