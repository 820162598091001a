import type { ReactNode } from 'react'
import type { Api } from '#shared/api/index.ts'
import type { AdminTexts } from '#shared/i18n/pl/admin.ts'
import type { Lang } from '#shared/i18n/plural.ts'

/** What is asked before something is done. */
export type Question = {
  title: string
  /** What it destroys, and how many. */
  text?: ReactNode
  confirmLabel: string
  cancelLabel: string
  /** It cannot be undone. */
  danger?: boolean
}

/** The little that differs between the places where the panel runs: a page of the site, a window of its own. */
export type Shell = {
  lang: Lang
  /** The panel's catalog, loaded by the shell with `loadAdminTexts(lang)`. */
  texts: AdminTexts

  /** The state of the panel as its address holds it, without '?': 'tab=users&search=ada'. A new value renders anew. */
  query: string
  /** Goes to another state; 'replace' leaves no step for the way back. */
  go: (query: string, how: 'push' | 'replace') => void
  /** The address of a state, so that a middle click works. */
  hrefOf: (query: string) => string

  /** The address of a page of the site, such as '/post/7'; an adult page is on the adult host. */
  siteHref: (path: string, isNsfw?: boolean) => string
  /** Follows such an address by a plain press; without it the link does what links do. */
  openLink?: (href: string) => void

  confirm: (question: Question) => Promise<boolean>
  notify: (notice: { kind: 'error' | 'success' | 'info', text: string }) => void
  /** Offers a text file to be kept; false where the person thought better of it. */
  saveFile: (file: { name: string, type: string, text: string }) => Promise<boolean>

  /** Whether there is any credential worth asking with; an invalid one is cleared. A failed call is thrown. */
  checkCredential: (api: Api) => Promise<boolean>
  /** The person leaves: ends the credential on the server, clears it here, and shows the way in. */
  signOut: (api: Api) => Promise<void>
  /** 401: nobody is let in any longer. Clears the credential and leads to the login, with a way back. */
  onSignedOut: () => void
  /** 403: a good credential without the right. Says 'Brak uprawnień administratora' and leads away. */
  onForbidden: () => void
}
