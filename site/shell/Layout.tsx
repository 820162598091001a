import { useEffect, useRef, useState, type ReactNode } from 'react'
import { ScrollRestoration, useLoaderData, useLocation } from 'react-router-dom'
import { focusNoticed } from '#shared/ui/focus-noticed.ts'
import { KeyboardWhenIdle } from '#site/features/keyboard/KeyboardWhenIdle.tsx'
import type { SidebarCategory, SidebarStream } from '#site/core/page.ts'
import { AnnouncementBars } from '#site/features/announcements/AnnouncementBars.tsx'
import { NO_BARS, type Bars } from '#site/features/announcements/useBars.ts'
import { AcceptanceBar, type AskedText } from '#site/features/texts/AcceptanceBar.tsx'
import { useStream } from '#site/features/events/useStream.ts'
import { renewPushWhenIdle } from '#site/features/push/renew-when-idle.ts'
import { useCountEvents, useCountPolling, useCounts, type Counts } from '#site/features/notifications/unread-counts.ts'
import { FormOutcome } from '#site/shell/FormOutcome.tsx'
import { InstallOffer } from '#site/features/install/InstallOffer.tsx'
import { LiteOffer } from '#site/features/lite/LiteOffer.tsx'
import { Footer } from './Footer.tsx'
import { OfflineBar } from './OfflineBar.tsx'
import { Sidebar } from './Sidebar.tsx'
import { SuspensionBanner } from './SuspensionBanner.tsx'
import { TopBar } from './TopBar.tsx'
import { VerificationBanner } from './VerificationBanner.tsx'
import { useInnerLinks } from '../core/useInnerLinks.ts'
import { ANNOUNCER_ID } from '../core/announce.ts'
import type { Runtime } from '../core/page.ts'
import { useSite } from '../core/site-context.tsx'

const NONE_UNREAD: Counts = { notifications: 0, messages: 0 }

async function listStreams({ sidebarStreams }: Runtime): Promise<SidebarStream[]> {
  try {
    return await sidebarStreams()
  } catch (error) {
    console.warn('Loading the live streams of the sidebar failed', error)
    return []
  }
}

async function listCategories({ sidebarCategories }: Runtime): Promise<SidebarCategory[]> {
  try {
    return await sidebarCategories()
  } catch (error) {
    console.warn('Loading the categories of the sidebar failed', error)
    return []
  }
}

async function listCounts({ unreadCounts }: Runtime): Promise<Partial<Counts>> {
  try {
    return await unreadCounts()
  } catch (error) {
    console.warn('Counting failed', error)
    return {}
  }
}

async function listBars({ api }: Runtime): Promise<Bars> {
  try {
    return await api.announcements.list()
  } catch (error) {
    console.warn('Loading the announcements failed', error)
    return NO_BARS
  }
}

async function listAsked({ api, site, isSignedIn }: Runtime): Promise<AskedText[]> {
  if (!site.asks_acceptance || !isSignedIn()) return []
  try {
    return (await api.texts.acceptances()).asked
  } catch (error) {
    console.warn('Loading the texts to accept failed', error)
    return []
  }
}

export async function loadLayout(runtime: Runtime) {
  const since = runtime.lastEventId()
  const [categories, streams, counts, bars, asked] = await Promise.all([
    listCategories(runtime),
    listStreams(runtime),
    runtime.isSignedIn() ? listCounts(runtime) : null,
    listBars(runtime),
    listAsked(runtime),
  ])
  return { categories, streams, counts: { ...NONE_UNREAD, ...counts }, bars, asked, since }
}

export function Layout({ children }: { children: ReactNode }) {
  const data = useLoaderData() as Awaited<ReturnType<typeof loadLayout>>
  const { categories, streams, counts: rendered, bars, asked, since } = data
  const { api, t, viewer } = useSite()
  const { pathname } = useLocation()
  const counts = useCounts(rendered)
  useCountPolling(api)
  useEffect(() => {
    if (viewer) renewPushWhenIdle(api)
  }, [api, viewer])
  useCountEvents(api, viewer !== null, since)
  useStream()
  useFocusOnNavigation()
  useInnerLinks()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const isPanel = pathname === '/admin' || pathname.startsWith('/admin/')
  return (
    <>
      <a className="skip-link" href="#main">
        {t.layout.skip}
      </a>
      <TopBar counts={counts} />
      <OfflineBar />
      <LiteOffer />
      <InstallOffer />
      <AnnouncementBars rendered={bars} />
      <AcceptanceBar asked={asked} />
      <VerificationBanner />
      <FormOutcome />
      {viewer?.suspension && <SuspensionBanner {...viewer.suspension} />}
      {isPanel ? (
        children
      ) : (
        <div className="layout">
          <Sidebar categories={categories} streams={streams} />
          <div className="layout__main">{children}</div>
        </div>
      )}
      <Footer onKeys={() => setHelpOpen(true)} />
      <KeyboardWhenIdle isHelpOpen={isHelpOpen} onHelp={setHelpOpen} />
      <div id={ANNOUNCER_ID} className="visually-hidden" role="status" />
      <ScrollRestoration />
    </>
  )
}

/** Focuses the new page, so that Tab continues there, and then its heading, which screen readers read. */
function useFocusOnNavigation(): void {
  const { pathname, hash } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return undefined
    shown.current = pathname
    const main = document.getElementById('main')
    if (hash !== '' || !main) return undefined
    return focusNoticed(main, () => {
      const heading = main.querySelector<HTMLElement>('h1')
      if (heading) heading.tabIndex = -1
      return heading
    })
  }, [pathname, hash])
}
