import type { Lang } from '#shared/i18n/plural.ts'
import { paths } from '#shared/paths.ts'
import { textsFor } from '#shared/texts.ts'
import { buttonClass } from '#shared/ui/button-class.ts'

export function SetupDone({ lang, siteName, username }: { lang: Lang; siteName: string; username: string }) {
  const text = textsFor(lang, 'setup').done
  return (
    <div className="sheet auth">
      <header className="auth__head">
        <h1 className="auth__title">{text.title}</h1>
        <p className="auth__lead">{text.lead(siteName, username)}</p>
      </header>
      <p className="auth__lead">{text.next}</p>
      <div className="form">
        <a className={buttonClass('primary', 'large', true)} href={paths.adminLogin()}>
          {text.panel}
        </a>
        <a className={buttonClass('secondary', 'large', true)} href="/">
          {text.home}
        </a>
      </div>
    </div>
  )
}

/** Shown if somebody else completed the set-up first, or the form was sent twice. */
export function SetupAlready({ lang }: { lang: Lang }) {
  const text = textsFor(lang, 'setup').already
  return (
    <div className="sheet auth">
      <header className="auth__head">
        <h1 className="auth__title">{text.title}</h1>
        <p className="auth__lead">{text.lead}</p>
      </header>
      <a className={buttonClass('primary', 'large', true)} href="/">
        {text.home}
      </a>
    </div>
  )
}
