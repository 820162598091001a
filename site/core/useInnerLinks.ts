import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'

const NO_PAGE = /^\/(?:api|media|assets|dev)\/|\.xml$/

/** Navigates on the client for plain `<a>` elements, which render faster than `<Link>`. */
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
        // `data-document` marks links that change between light and full version, which needs a page load.
        link.hasAttribute('data-document')
      )
        return
      if (NO_PAGE.test(link.pathname) || link.getAttribute('href')!.startsWith('#')) return
      event.preventDefault()
      const to = link.pathname + link.search + link.hash
      // As in browsers, a link to the current URL adds no history entry.
      void navigate(to, { replace: to === location.pathname + location.search + location.hash })
    }
    // React listens on the document, so its handlers run before this one on window and may prevent the default.
    window.addEventListener('click', follow)
    return () => window.removeEventListener('click', follow)
  }, [navigate])
}
