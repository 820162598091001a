import { useCallback, useEffect, useState } from 'react'
import { bridge } from './bridge.ts'

/** Where in the panel one is: in the page's address, so that back and forward work, and kept for the next start. */
export function usePlace(first: string) {
  const [place, setPlace] = useState(first)
  const [shownFirst] = useState(first)

  const show = useCallback((query: string) => {
    setPlace(query)
    bridge.keepPlace(query).catch(() => {})
  }, [])

  const go = useCallback((query: string, how: 'push' | 'replace') => {
    if (how === 'push') history.pushState(null, '', `/?${query}`)
    else history.replaceState(null, '', `/?${query}`)
    show(query)
  }, [show])

  useEffect(() => {
    history.replaceState(null, '', `/?${shownFirst}`)
    const back = () => show(location.search.slice(1))
    const end = bridge.on('go', (query) => go(query, 'push'))
    addEventListener('popstate', back)
    return () => {
      removeEventListener('popstate', back)
      end()
    }
  }, [go, show, shownFirst])

  return { place, go }
}
