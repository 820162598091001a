import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Shell } from '#shared/admin/shell.ts'
import type { AdminTexts } from '#shared/i18n/pl/admin.ts'
import { DELAY } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import { useConfirm } from '#shared/ui/Confirm.tsx'
import { showToast } from '#shared/ui/toast-store.ts'
import { storedToken } from '#site/core/session.ts'
import { useSite } from '#site/core/site-context.tsx'
import { isStreaming, listen } from '#site/features/events/events.ts'
import { clearCredential, storedCredential } from './credential.ts'
import { saveFile } from './save-file.ts'

export function useBrowserShell(texts: AdminTexts, takeEarlyKeys: () => string[]): Shell {
  const { lang, site, variant } = useSite()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const confirm = useConfirm()
  return useMemo((): Shell => {
    const hrefOf = (query: string) => (query === '' ? paths.admin() : `${paths.admin()}?${query}`)
    return {
      lang,
      texts,
      query: search.slice(1),
      hrefOf,
      takeEarlyKeys,
      go: (query, how) => void navigate(hrefOf(query), { replace: how === 'replace', preventScrollReset: true }),
      siteHref: (path, isNsfw = variant === 'adult') =>
        isNsfw === (variant === 'adult') ? path : (isNsfw ? site.adult_origin : site.normal_origin) + path,
      confirm,
      notify: showToast,
      follow(scope, onNews) {
        // Only moderators have an event stream for the queue; for admins, and without a stream, the panel polls.
        const hasEvents = () => scope === 'moderator' && isStreaming()
        const unlisten =
          storedToken() === null
            ? null
            : listen('me', null, ({ name }) => {
                if (name === 'notification' || name === 'resync' || name === 'hello') onNews()
              })
        const polling = setInterval(() => {
          if (!hasEvents() && document.visibilityState === 'visible') onNews()
        }, DELAY.reportsPoll)
        return () => {
          unlisten?.()
          clearInterval(polling)
        }
      },
      saveFile: async (file) => {
        saveFile(file)
        return true
      },
      checkCredential: async (api) => {
        const credential = storedCredential()
        // Moderators of a community use their login session instead of an admin credential.
        if (credential === null) return storedToken() !== null
        return (await api.adminAuth.verify({ password: credential })).valid
      },
      signOut: async (api) => {
        await api.adminAuth.logout().catch((error: unknown) => console.warn('Logging out of the panel failed', error))
        clearCredential()
        await navigate(paths.adminLogin())
      },
      onSignedOut: () => {
        if (storedCredential() !== null) showToast({ kind: 'error', text: texts.frame.ended })
        clearCredential()
        const here = pathname + search
        void navigate(paths.adminLogin(here === paths.admin() ? null : here), { replace: true })
      },
      onForbidden: () => {
        showToast({ kind: 'error', text: texts.frame.noRight })
        void navigate('/', { replace: true })
      },
    }
  }, [lang, texts, takeEarlyKeys, search, pathname, navigate, confirm, site, variant])
}
