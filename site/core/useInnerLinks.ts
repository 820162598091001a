import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'

const NO_PAGE = /^\/(?:api|media|assets|dev)\/|\.xml$/

/** Navigates on plain `<a>` elements, which users' texts contain and which render faster than `<Link>`. */
export function useInnerLinks(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      if (
        event.defaultPrevented ||
        event.button !== 0 ||
        event.metaKey ||
        event.ctrlKey ||
        event.shiftKey ||
        event.altKey
      )
        return
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (
        !link?.hasAttribute('href') ||
        link.origin !== location.origin ||
        link.target !== '' ||
        link.hasAttribute('download') ||
        // The link leads to another version of the page, which needs a page load.
        link.hasAttribute('data-document')
      )
        return
      if (NO_PAGE.test(link.pathname) || link.getAttribute('href')!.startsWith('#')) return
      event.preventDefault()
      const to = link.pathname + link.search + link.hash
      // Like browsers, adds no history entry for the same address.
      void navigate(to, { replace: to === location.pathname + location.search + location.hash })
    }
    // React listens on the document, so its handlers run first.
    window.addEventListener('click', follow)
    return () => window.removeEventListener('click', follow)
  }, [navigate])
}
