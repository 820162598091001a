import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, RouterProvider, type RouteObject } from 'react-router-dom'
import { showToast } from '#shared/ui/toast-store.ts'
import { paths } from '#shared/paths.ts'
import { App } from './app/App.tsx'
import { noteDeferred } from './app/await.tsx'
import { BOOTSTRAP_ID, type Bootstrap } from './app/bootstrap.ts'
import { createBrowserApi } from './app/browser.ts'
import { readDocumentAssets } from './app/document-assets.ts'
import { Document } from './app/document.tsx'
import type { Runtime } from './app/page.ts'
import { listSideCommunities } from './features/layout/communities.ts'
import { storedToken } from './app/session.ts'
import { agreeOnStart } from './app/start.ts'
import { createRoutes } from './routes.tsx'

/** The route modules of the rendered page, so that hydration finds what the server had. */
async function loadMatched(routes: RouteObject[]): Promise<void> {
  for (const { route } of matchRoutes(routes, location) ?? []) {
    if (typeof route.lazy !== 'function') continue
    const loaded = await route.lazy()
    Object.assign(route, loaded, { lazy: undefined })
  }
}

async function start(): Promise<void> {
  noteDeferred()
  const bootstrapJson = document.getElementById(BOOTSTRAP_ID)!.textContent!
  const bootstrap = JSON.parse(bootstrapJson) as Bootstrap
  // The language of the page is the only catalog that is loaded.
  const t = bootstrap.lang === 'en' ? (await import('#shared/i18n/en.ts')).en : (await import('#shared/i18n/pl.ts')).pl

  const endSession = () => {
    showToast({ kind: 'error', text: t.app.sessionEnded, action: { label: t.app.logIn, href: paths.login(location.pathname + location.search) } })
    void fetch('/api/auth/session', { method: 'DELETE', credentials: 'include' })
  }
  const api = createBrowserApi(t, bootstrap.site, endSession)
  const runtime: Runtime = {
    api,
    viewer: bootstrap.viewer,
    lang: bootstrap.lang,
    t,
    variant: bootstrap.variant,
    site: bootstrap.site,
    isSignedIn: () => storedToken() !== null,
    sideCommunities: () => listSideCommunities(api, bootstrap.variant),
  }
  if (await agreeOnStart(runtime)) return

  const routes = createRoutes(() => runtime)
  await loadMatched(routes)
  const router = createBrowserRouter(routes, {
    hydrationData: { loaderData: bootstrap.loader_data, errors: bootstrap.errors },
  })
  // As a transition it comes alive in slices, between which the page answers to fingers.
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <Document bootstrap={bootstrap} bootstrapJson={bootstrapJson} assets={readDocumentAssets()}>
          <App runtime={runtime} renderedAt={bootstrap.now}>
            <RouterProvider router={router} />
          </App>
        </Document>
      </StrictMode>,
    )
  })
}

void start()
