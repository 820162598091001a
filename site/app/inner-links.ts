import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'

/** What the server answers with something else than a page. */
const NO_PAGE = /^\/(?:api|media|assets|dev)\/|\.xml$/

/**
 * Follows plain links to pages of this site without a full load. Texts that people wrote hold such links, and where there are
 * many links plain ones are rendered in a fraction of the time that the router's take. What a component does with a click
 * comes first, and may prevent this.
 */
export function useInnerLinks(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link?.hasAttribute('href') || link.origin !== location.origin || link.target !== '' || link.hasAttribute('download')) return
      if (NO_PAGE.test(link.pathname) || link.getAttribute('href')!.startsWith('#')) return
      event.preventDefault()
      const to = link.pathname + link.search + link.hash
      // As in a browser: the page that one is on does not come twice into the history.
      void navigate(to, { replace: to === location.pathname + location.search + location.hash })
    }
    // The window is above the document, where React listens.
    window.addEventListener('click', follow)
    return () => window.removeEventListener('click', follow)
  }, [navigate])
}
