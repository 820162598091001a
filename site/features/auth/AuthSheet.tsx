import type { ReactNode } from 'react'
import { useText } from '#site/core/site-context.tsx'

type AuthSheetProps = { title: string; lead?: ReactNode; foot?: ReactNode; needsScript?: boolean; children?: ReactNode }

export function AuthSheet({ title, lead, foot, needsScript = true, children }: AuthSheetProps) {
  const t = useText()
  return (
    <main id="main" tabIndex={-1}>
      <div className="sheet auth">
        <header className="auth__head">
          <h1 className="auth__title">{title}</h1>
          {lead !== undefined && <p className="auth__lead">{lead}</p>}
        </header>
        {needsScript && <p className="auth__lead no-js-only">{t.app.needsScript}</p>}
        {children}
        {foot !== undefined && <p className="auth__foot">{foot}</p>}
      </div>
    </main>
  )
}
