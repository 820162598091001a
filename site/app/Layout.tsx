import { useEffect, useRef, useState, type ReactNode } from 'react'
import { ScrollRestoration, useLoaderData, useLocation } from 'react-router-dom'
import { KeyboardWhenIdle } from '#site/features/keyboard/KeyboardWhenIdle.tsx'
import type { SideCommunity } from '#site/features/layout/communities.ts'
import { fetchCounts, useCountPolling, useCounts, type Counts } from '#site/features/layout/counts.ts'
import { Footer } from '#site/features/layout/Footer.tsx'
import { OfflineBar } from '#site/features/layout/OfflineBar.tsx'
import { Sidebar } from '#site/features/layout/Sidebar.tsx'
import { TopBar } from '#site/features/layout/TopBar.tsx'
import { VerificationBanner } from '#site/features/layout/VerificationBanner.tsx'
import { useInnerLinks } from './inner-links.ts'
import type { Runtime } from './page.ts'
import { useSite } from './site-context.tsx'

const NONE_UNREAD: Counts = { notifications: 0, messages: 0 }

async function listCommunities({ sideCommunities }: Runtime): Promise<SideCommunity[]> {
  try {
    return await sideCommunities()
  } catch (error) {
    console.warn('Loading the communities of the sidebar failed', error)
    return []
  }
}

/** What the frame shows on every page; a page is shown even where none of it could be had. */
export async function loadLayout(runtime: Runtime) {
  const [communities, counts] = await Promise.all([
    listCommunities(runtime),
    runtime.isSignedIn() ? fetchCounts(runtime.api) : null,
  ])
  return { communities, counts: { ...NONE_UNREAD, ...counts } }
}

/** The frame of every page. The page itself brings `<main id="main">`. */
export function Layout({ children }: { children: ReactNode }) {
  const { communities, counts: rendered } = useLoaderData() as Awaited<ReturnType<typeof loadLayout>>
  const { api, t } = useSite()
  const { pathname } = useLocation()
  const counts = useCounts(rendered)
  useCountPolling(api)
  useFocusOnNavigation()
  useInnerLinks()
  const [isHelpOpen, setHelpOpen] = useState(false)
  // For whoever drives a browser: from here on every key and press is heard.
  useEffect(() => { document.documentElement.dataset.alive = '' }, [])
  // The panel is as wide as the window and has its own way about.
  const isPanel = pathname === '/admin' || pathname.startsWith('/admin/')
  return (
    <>
      <a className="skip-link" href="#main">{t.layout.skip}</a>
      <TopBar counts={counts} />
      <OfflineBar />
      <VerificationBanner />
      {isPanel ? children : (
        <div className="layout">
          <Sidebar communities={communities} />
          <div className="layout__main">{children}</div>
        </div>
      )}
      <Footer onKeys={() => setHelpOpen(true)} />
      <KeyboardWhenIdle isHelpOpen={isHelpOpen} onHelp={setHelpOpen} />
      <ScrollRestoration />
    </>
  )
}

/** After a navigation the keyboard and the reader of screens go on at the new page, not where the old one ended. */
function useFocusOnNavigation(): void {
  const { pathname, hash } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (hash === '') document.getElementById('main')?.focus({ preventScroll: true })
  }, [pathname, hash])
}
