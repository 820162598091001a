import { Link, useLocation, useRevalidator, useRouteError } from 'react-router-dom'
import { buttonClass } from '#shared/ui/button-class.ts'
import { ErrorState } from '#shared/ui/State.tsx'
import { pageErrorOf } from './errors.ts'
import { Head } from './Head.tsx'
import { useText } from './site-context.tsx'

/**
 * What stands where a page cannot: its text if the failure is a known one, else the text of an unhandled route error.
 * `unhandled` is the last resort, when the frame itself failed.
 */
export function ErrorPage({ unhandled = false }: { unhandled?: boolean }) {
  const error = pageErrorOf(useRouteError())
  const t = useText()
  const { key } = useLocation()
  const revalidator = useRevalidator()
  const known = !unhandled && error.code in t.pageErrors ? t.pageErrors[error.code as keyof typeof t.pageErrors] : null
  const text = known ?? (error.status === 0 ? t.pageErrors.offline : { title: t.app.unexpected, text: t.app.unexpectedText })
  const isMissing = error.status === 404
  return (
    <main id="main" className="page" key={key}>
      <Head meta={{ title: text.title, noindex: true }} />
      <ErrorState
        title={text.title} text={text.text} retryLabel={t.app.retry}
        onRetry={isMissing ? undefined : () => void revalidator.revalidate()}
      >
        <Link to="/" className={buttonClass('secondary')}>{t.app.toHome}</Link>
      </ErrorState>
    </main>
  )
}
