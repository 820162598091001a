import { Link, useLocation } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { useSite } from '#site/app/site-context.tsx'

/** Says below the form that commenting needs an account, and leads there and back. */
export function SignedOutNote() {
  const { t, viewer } = useSite()
  const { pathname, search } = useLocation()
  if (viewer) return null
  return (
    <p className="discussion__signed-out needs-js">
      {t.comments.signedOut} <Link to={paths.login(pathname + search)}>{t.app.logIn}</Link>
    </p>
  )
}
