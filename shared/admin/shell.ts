import type { ReactNode } from 'react'
import type { Api } from '#shared/api/index.ts'
import type { AdminTexts } from '#shared/i18n/pl/admin.ts'
import type { Lang } from '#shared/i18n/plural.ts'

export type Question = { title: string; text?: ReactNode; confirmLabel: string; cancelLabel: string; danger?: boolean }

/** What the panel gets from where it runs: a page of the site, or the desktop console. */
export type Shell = {
  lang: Lang
  texts: AdminTexts

  /** The query of the panel's URL: 'tab=users&search=ada'. */
  query: string
  go: (query: string, how: 'push' | 'replace') => void
  hrefOf: (query: string) => string

  /** Returns, once, the keys that were pressed before the screen's code was loaded. */
  takeEarlyKeys?: () => string[]

  /** Returns the URL of a page of the site; adult pages are on the adult host. */
  siteHref: (path: string, isNsfw?: boolean) => string
  /** Opens a link; if undefined, the browser follows links itself. */
  openLink?: (href: string) => void

  confirm: (question: Question) => Promise<boolean>
  notify: (notice: { kind: 'error' | 'success' | 'info'; text: string }) => void
  /** Runs `onNews` whenever the moderation queue may have changed; returns a function that ends the subscription. */
  follow: (scope: 'admin' | 'moderator', onNews: () => void) => () => void
  /** Resolves to false if the user cancelled. */
  saveFile: (file: { name: string; type: string; text: string }) => Promise<boolean>

  /** Resolves to false if no credential is stored or it is invalid; rejects if the call failed. */
  checkCredential: (api: Api) => Promise<boolean>
  signOut: (api: Api) => Promise<void>
  /** Called after a 401; opens the login. */
  onSignedOut: () => void
  /** Called after a 403; leaves the panel. */
  onForbidden: () => void
}
