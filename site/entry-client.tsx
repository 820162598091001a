import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, RouterProvider, type RouteObject } from 'react-router-dom'
import { showToast } from '#shared/ui/toast-store.ts'
import { paths } from '#shared/paths.ts'
import { setTextSource } from '#shared/texts.ts'
import { App } from '#site/shell/App.tsx'
import { noteDeferred } from '#site/core/await.tsx'
import { BOOTSTRAP_ID, type Bootstrap } from '#site/core/bootstrap.ts'
import { createBrowserApi } from '#site/core/browser.ts'
import { stopStrayPresses } from '#site/core/double-press.ts'
import { hasKeptClicks, keepEarlyClicks } from '#site/core/early-input.ts'
import { readDocumentAssets } from '#site/shell/document-assets.ts'
import { Document } from '#site/shell/document.tsx'
import type { Runtime } from '#site/core/page.ts'
import { lastEventId } from '#site/features/events/events.ts'
import { askedFormView, moderateForm } from '#site/features/form-pages/parts.ts'
import { videoTextFields } from '#site/features/uploads/video-fields.ts'
import { keepInstallPrompt } from '#site/features/install/install-store.ts'
import { loadRefusal } from '#site/features/moderation/Refusal.tsx'
import { listSidebarCategories } from '#site/features/categories/sidebar-categories.ts'
import { fetchCounts } from '#site/features/notifications/unread-counts.ts'
import { listSidebarStreams } from '#site/features/streams/sidebar-streams.ts'
import { whenIdle } from '#site/core/when-idle.ts'
import { storedToken } from '#site/core/session.ts'
import { agreeOnStart } from '#site/shell/start.ts'
import { createRoutes } from './routes.tsx'

async function loadMatched(routes: RouteObject[]): Promise<void> {
  for (const { route } of matchRoutes(routes, location) ?? []) {
    if (typeof route.lazy !== 'function') continue
    const loaded = await route.lazy()
    Object.assign(route, loaded, { lazy: undefined })
  }
}

async function start(): Promise<void> {
  noteDeferred()
  keepInstallPrompt()
  const bootstrapJson = document.getElementById(BOOTSTRAP_ID)!.textContent!
  const bootstrap = JSON.parse(bootstrapJson) as Bootstrap
  const t = bootstrap.lang === 'en' ? (await import('#shared/i18n/en.ts')).en : (await import('#shared/i18n/pl.ts')).pl
  setTextSource(bootstrap.lang, t.features)

  const endSession = () => {
    showToast({
      kind: 'error',
      text: t.app.sessionEnded,
      action: { label: t.app.logIn, href: paths.login(location.pathname + location.search) },
    })
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
    lite: bootstrap.lite,
    form_token: bootstrap.form_token,
    failed_form: bootstrap.failed_form,
    flash: bootstrap.flash,
    isSignedIn: () => storedToken() !== null,
    lastEventId,
    sidebarCategories: () => listSidebarCategories(api, bootstrap.variant),
    sidebarStreams: () => listSidebarStreams({ api, site: bootstrap.site }, bootstrap.variant),
    unreadCounts: () => fetchCounts(api),
  }
  // A form refused without JavaScript leaves its target URL in the address bar, where a reload would submit it again.
  if (bootstrap.failed_form) history.replaceState(history.state, '', bootstrap.failed_form.path)
  stopStrayPresses()
  const askToPressAgain = () => showToast({ kind: 'error', text: t.app.pressAgain })
  keepEarlyClicks(askToPressAgain)
  if (await agreeOnStart(runtime)) {
    if (hasKeptClicks()) askToPressAgain()
    return
  }

  const routes = createRoutes(() => runtime)
  await Promise.all([
    loadMatched(routes),
    document.querySelector('.refusal') && loadRefusal(),
    document.querySelector('[data-asked-form]') && askedFormView.load(),
    document.querySelector('[data-video-fields]') && videoTextFields.load(),
    document.querySelector('[data-asked-form=moderate]') && moderateForm.load(),
  ])
  const router = createBrowserRouter(routes, {
    hydrationData: { loaderData: bootstrap.loader_data, errors: bootstrap.errors },
  })
  // Hydration is a transition, so that it yields to the reader's input.
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
  whenIdle(() => void import('#site/features/offline/start.ts').then(({ startOffline }) => startOffline(runtime)))
}

void start()
