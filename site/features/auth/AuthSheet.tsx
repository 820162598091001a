import type { ReactNode } from 'react'
import { useText } from '#site/app/site-context.tsx'

type AuthSheetProps = {
  title: string
  lead?: ReactNode
  /** What this leads on to, below everything. */
  foot?: ReactNode
  children?: ReactNode
}

/** The sheet of a page with a few lines: login, registration, passwords, verification. */
export function AuthSheet({ title, lead, foot, children }: AuthSheetProps) {
  const t = useText()
  return (
    <main id="main" tabIndex={-1}>
      <div className="sheet auth">
        <header className="auth__head">
          <h1 className="auth__title">{title}</h1>
          {lead !== undefined && <p className="auth__lead">{lead}</p>}
        </header>
        <p className="auth__lead no-js-only">{t.authScreens.needsScript}</p>
        {children}
        {foot !== undefined && <p className="auth__foot">{foot}</p>}
      </div>
    </main>
  )
}
