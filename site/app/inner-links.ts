import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router-dom'

/** What the server answers with something else than a page. */
const NO_PAGE = /^\/(?:api|media|assets|dev)\/|\.xml$/

/**
 * Follows plain links to pages of this site inside an element without a full load; spread it on that element. Texts that
 * people wrote hold such links, and where there are hundreds of links plain ones are rendered in a fraction of the time.
 */
export function useInnerLinks(): { onClick: (event: MouseEvent) => void } {
  const navigate = useNavigate()
  return {
    onClick: (event) => {
      if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link || link.origin !== location.origin || link.target !== '' || link.hasAttribute('download')) return
      if (NO_PAGE.test(link.pathname) || link.getAttribute('href')!.startsWith('#')) return
      event.preventDefault()
      void navigate(link.pathname + link.search + link.hash)
    },
  }
}
