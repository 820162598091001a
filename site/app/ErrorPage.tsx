import { Link, useLocation, useRevalidator, useRouteError } from 'react-router-dom'
import RotateCw from 'lucide-react/icons/rotate-cw'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { paths } from '#shared/paths.ts'
import { Button } from '#shared/ui/Button.tsx'
import { buttonClass } from '#shared/ui/button-class.ts'
import { pageErrorOf, type PageErrorData } from './errors.ts'
import { Head } from './Head.tsx'
import { useHydrated } from './hydrated.ts'
import { useSite, useText } from './site-context.tsx'

/**
 * What stands where a page cannot: its text if the failure is a known one, else the text of an unhandled route error.
 * `unhandled` is the last resort, when the frame itself failed.
 */
export function ErrorPage({ unhandled = false }: { unhandled?: boolean }) {
  const error = pageErrorOf(useRouteError())
  const text = useErrorText(error, unhandled)
  const { t } = useSite()
  const { pathname, search } = useLocation()
  const revalidator = useRevalidator()
  const isMissing = error.status === 404 || error.code === 'bad_id'
  const isSignedOut = error.code === 'not_signed_in'

  function retry() {
    // A part of the page's code that could not be loaded is asked for again only by a new page.
    if (unhandled || error.code === 'unexpected') location.reload()
    else void revalidator.revalidate()
  }

  return (
    <main id="main" tabIndex={-1}>
      <Head meta={{ title: text.title, noindex: true }} />
      <div className="state state--error" role="alert">
        <span className="state__icon"><TriangleAlert size={28} aria-hidden /></span>
        <h1 className="state__title">{text.title}</h1>
        <p className="state__text">{text.text}</p>
        <div className="state__acts">
          {!isMissing && !isSignedOut && (
            <Button busy={revalidator.state === 'loading'} icon={<RotateCw size={18} aria-hidden />} onClick={retry}>{t.app.retry}</Button>
          )}
          {isSignedOut && <Link to={paths.login(pathname + search)} className={buttonClass('primary')}>{t.app.logIn}</Link>}
          <Link to="/" className={buttonClass('secondary')}>{t.app.toHome}</Link>
        </div>
      </div>
    </main>
  )
}

function useErrorText({ status, code }: PageErrorData, unhandled: boolean): { title: string, text: string } {
  const t = useText()
  const isHydrated = useHydrated()
  const unexpected = { title: t.app.unexpected, text: t.app.unexpectedText }
  if (unhandled && status !== 404) return unexpected
  if (code in t.pageErrors) return t.pageErrors[code as keyof typeof t.pageErrors]
  // Without a network neither the API nor a part of the page's code can be had.
  const isOffline = status === 0 || (isHydrated && !navigator.onLine)
  return isOffline ? t.pageErrors.offline : unexpected
}
