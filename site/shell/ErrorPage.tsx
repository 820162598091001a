import { Link, useLocation, useRevalidator, useRouteError } from 'react-router-dom'
import RotateCw from 'lucide/dist/esm/icons/rotate-cw.mjs'
import TriangleAlert from 'lucide/dist/esm/icons/triangle-alert.mjs'
import { paths } from '#shared/paths.ts'
import { slugWords } from '#shared/rules/slug-words.ts'
import { Button } from '#shared/ui/Button.tsx'
import { buttonClass } from '#shared/ui/button-class.ts'
import { Icon } from '#shared/ui/Icon.tsx'
import { pageErrorOf, type PageErrorData } from '../core/errors.ts'
import { Head } from './Head.tsx'
import { useHydrated } from '../core/useHydrated.ts'
import { useSite, useText } from '../core/site-context.tsx'

/** `unhandled` is true if the layout itself failed. */
export function ErrorPage({ unhandled = false }: { unhandled?: boolean }) {
  const error = pageErrorOf(useRouteError())
  const text = useErrorText(error, unhandled)
  const { t } = useSite()
  const { pathname, search } = useLocation()
  const revalidator = useRevalidator()
  const isBadCursor = error.code === 'bad_cursor'
  const isMissing = error.status === 404 || error.code === 'bad_id' || isBadCursor
  // URLs of a former forum mostly contain the words of a title, for which the reader can search.
  const words = error.code === 'not_found' ? slugWords(pathname, search) : ''
  const isSignedOut = error.code === 'not_signed_in'

  function retry() {
    // Browsers cache a failed import until the page is reloaded.
    if (unhandled || error.code === 'unexpected') location.reload()
    else void revalidator.revalidate()
  }

  return (
    <main id="main" tabIndex={-1}>
      <Head meta={{ title: text.title, noindex: true }} />
      <div className="state state--error" role="alert">
        <span className="state__icon">
          <Icon of={TriangleAlert} size={28} />
        </span>
        <h1 className="state__title">{text.title}</h1>
        <p className="state__text">{text.text}</p>
        <div className="state__actions">
          {!isMissing && !isSignedOut && (
            <Button busy={revalidator.state === 'loading'} icon={<Icon of={RotateCw} size={18} />} onClick={retry}>
              {t.app.retry}
            </Button>
          )}
          {isSignedOut && (
            <Link to={paths.login(pathname + search)} className={buttonClass('primary')}>
              {t.app.logIn}
            </Link>
          )}
          {isBadCursor && (
            <Link to={withoutCursor(pathname, search)} className={buttonClass('primary')}>
              {t.app.toListStart}
            </Link>
          )}
          {words !== '' && (
            <Link to={paths.search(words)} className={buttonClass('primary')}>
              {t.app.searchFor(words)}
            </Link>
          )}
          <Link to="/" className={buttonClass('secondary')}>
            {t.app.toHome}
          </Link>
        </div>
      </div>
    </main>
  )
}

function withoutCursor(pathname: string, search: string): string {
  const query = new URLSearchParams(search)
  query.delete('cursor')
  return query.size === 0 ? pathname : `${pathname}?${query}`
}

function useErrorText({ status, code }: PageErrorData, unhandled: boolean): { title: string; text: string } {
  const t = useText()
  const isHydrated = useHydrated()
  const unexpected = { title: t.app.unexpected, text: t.app.unexpectedText }
  if (unhandled && status !== 404) return unexpected
  if (code in t.pageErrors) return t.pageErrors[code as keyof typeof t.pageErrors]
  // Without a network neither API calls nor imports succeed.
  const isOffline = status === 0 || (isHydrated && !navigator.onLine)
  return isOffline ? t.pageErrors.offline : unexpected
}
