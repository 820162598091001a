import type { Lang, Texts } from '#shared/i18n/index.ts'
import { buttonClass } from '#shared/ui/button-class.ts'
import { THEME_SCRIPT } from '../core/theme-script.ts'
import { IconLinks, Looks } from './document.tsx'
import { Logo } from './Logo.tsx'
import type { SiteInfo } from '../core/page.ts'

export function AgeQuestion({
  lang,
  t,
  site,
  next,
  styles,
  nonce,
}: {
  lang: Lang
  t: Texts
  site: SiteInfo
  next: string
  styles: string[]
  nonce: string
}) {
  return (
    <html lang={lang} data-variant="adult" data-theme="light">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="rating" content="adult" />
        <title>{`${t.app.ageTitle} - ${site.name}`}</title>
        <IconLinks site={site} />
        <script nonce={nonce} dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }} />
        {styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        <Looks site={site} />
      </head>
      <body>
        <header className="topbar">
          <div className="topbar__inner">
            <a className="topbar__logo" href={site.normal_origin} aria-label={site.name}>
              <Logo site={site} />
            </a>
          </div>
        </header>
        <div className="layout">
          <main className="layout__main" id="main">
            <div className="sheet auth">
              <header className="auth__head">
                <h1 className="auth__title">{t.app.ageTitle}</h1>
                <p className="auth__lead">{t.app.ageText}</p>
              </header>
              <form method="post" action="/age" className="form">
                <input type="hidden" name="next" value={next} />
                <button type="submit" className={buttonClass('primary', 'large', true)}>
                  {t.app.ageYes}
                </button>
                <a className={buttonClass('secondary', 'large', true)} href={site.normal_origin}>
                  {t.app.ageNo}
                </a>
              </form>
            </div>
          </main>
        </div>
      </body>
    </html>
  )
}
