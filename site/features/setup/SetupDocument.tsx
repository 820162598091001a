import type { ReactNode } from 'react'
import type { Lang } from '#shared/i18n/plural.ts'
import { LangProvider } from '#shared/texts.ts'
import { THEME_SCRIPT } from '#site/core/theme-script.ts'

type SetupShell = { lang: Lang; siteName: string; styles: string[]; nonce: string }

/** The set-up works without JavaScript, so its document has none. */
export function SetupDocument({
  shell: { lang, siteName, styles, nonce },
  title,
  head,
  end,
  children,
}: {
  shell: SetupShell
  title: string
  head?: ReactNode
  end?: ReactNode
  children: ReactNode
}) {
  return (
    <html lang={lang} data-variant="normal" data-theme="light">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${title} - ${siteName}`}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <script nonce={nonce} dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }} />
        {styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
      </head>
      <body>
        <header className="topbar">
          <div className="topbar__inner auth__between">{head}</div>
        </header>
        <div className="layout">
          <main className="layout__main" id="main">
            <LangProvider value={lang}>{children}</LangProvider>
          </main>
        </div>
        {end}
      </body>
    </html>
  )
}
