import { AddServerForm } from './AddServerForm.tsx'
import { useConsole } from './context.ts'
import { Mark } from './Mark.tsx'

export function Welcome() {
  const { t } = useConsole()
  return (
    <main id="main" className="way-in" tabIndex={-1}>
      <div className="way-in__sheet">
        <Mark className="way-in__mark" />
        <h1 className="way-in__title">{t.welcome.title}</h1>
        <p className="way-in__lead">{t.welcome.lead}</p>
        <AddServerForm />
      </div>
    </main>
  )
}
