import type { ReactNode } from 'react'
import { scriptJson } from '../core/await.tsx'
import { BOOTSTRAP_ID, type Bootstrap } from '../core/bootstrap.ts'
import type { SiteInfo } from '../core/page.ts'
import { EARLY_INPUT_SCRIPT } from '../core/early-input.ts'
import { THEME_SCRIPT } from '../core/theme-script.ts'

export type Assets = { styles: string[]; entry?: string; scripts: string[]; preloads: string[]; preamble?: string }

export function IconLinks({ site: { icon } }: { site: Pick<SiteInfo, 'icon'> }) {
  if (icon === null) {
    return (
      <>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icons/icon-180.png" />
      </>
    )
  }
  return (
    <>
      <link rel="icon" href={`/icons/icon-32.png?v=${icon}`} sizes="32x32" type="image/png" />
      <link rel="icon" href={`/icons/icon-192.png?v=${icon}`} sizes="192x192" type="image/png" />
      <link rel="apple-touch-icon" href={`/icons/icon-180.png?v=${icon}`} />
    </>
  )
}

/** The operator's CSS rules are inlined, so that they apply at the first paint. */
export function Looks({ site }: { site: Pick<SiteInfo, 'looks'> }) {
  return site.looks === '' ? null : <style suppressHydrationWarning dangerouslySetInnerHTML={{ __html: site.looks }} />
}

export function Document({
  bootstrap,
  bootstrapJson,
  assets,
  nonce,
  theme = 'light',
  children,
}: {
  bootstrap: Bootstrap
  /** The bootstrap JSON that the document already contains, if any. */
  bootstrapJson?: string
  assets: Omit<Assets, 'entry' | 'preloads'>
  nonce?: string
  /** Theme for readers without JavaScript; with JavaScript the first script sets the theme. */
  theme?: 'light' | 'dark'
  children: ReactNode
}) {
  return (
    <html lang={bootstrap.lang} data-variant={bootstrap.variant} data-theme={theme} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content={bootstrap.site.theme_color[bootstrap.variant]} />
        <link rel="manifest" href="/manifest.webmanifest" />
        <IconLinks site={bootstrap.site} />
        <script
          nonce={nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: THEME_SCRIPT + ';' + EARLY_INPUT_SCRIPT }}
        />
        {assets.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} data-entry="" />
        ))}
        <Looks site={bootstrap.site} />
        {/* React reveals streamed parts by JavaScript; without it they are shown at the end of the page. */}
        <noscript suppressHydrationWarning>
          <style>{'[hidden][id^="S:"]{display:block!important}.awaiting{display:none!important}'}</style>
        </noscript>
      </head>
      <body>
        {children}
        <script
          id={BOOTSTRAP_ID}
          type="application/json"
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: bootstrapJson ?? scriptJson(bootstrap) }}
        />
        {assets.preamble !== undefined && (
          <script
            type="module"
            nonce={nonce}
            data-preamble=""
            suppressHydrationWarning
            dangerouslySetInnerHTML={{ __html: assets.preamble }}
          />
        )}
        {assets.scripts.map((src) => (
          <script key={src} type="module" src={src} nonce={nonce} data-entry="" suppressHydrationWarning />
        ))}
      </body>
    </html>
  )
}
