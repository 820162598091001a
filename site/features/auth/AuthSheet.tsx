import type { ReactNode } from 'react'

type AuthSheetProps = { title: string; lead?: ReactNode; foot?: ReactNode; children?: ReactNode }

export function AuthSheet({ title, lead, foot, children }: AuthSheetProps) {
  return (
    <main id="main" tabIndex={-1}>
      <div className="sheet auth">
        <header className="auth__head">
          <h1 className="auth__title">{title}</h1>
          {lead !== undefined && <p className="auth__lead">{lead}</p>}
        </header>
        {children}
        {foot !== undefined && <p className="auth__foot">{foot}</p>}
      </div>
    </main>
  )
}
