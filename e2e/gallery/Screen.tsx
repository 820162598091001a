import type { ReactNode } from 'react'

export function Screen({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="layout layout--narrow">
      <main id="main" className="layout__main">
        <div className="page-head">
          <h1 className="page-head__title">{title}</h1>
        </div>
        <div className="sheet">
          <div className="sheet__pad form">{children}</div>
        </div>
      </main>
    </div>
  )
}
