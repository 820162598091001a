import {
  matchPath,
  Outlet,
  redirect,
  redirectDocument,
  useLoaderData,
  useParams,
  type LoaderFunctionArgs,
  type RouteObject,
} from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { safeNext } from '#shared/rules/next-path.ts'
import { ErrorPage } from '#site/shell/ErrorPage.tsx'
import { PageError } from '#site/core/errors.ts'
import { Head } from '#site/shell/Head.tsx'
import { Layout, loadLayout } from '#site/shell/Layout.tsx'
import { isUnasked, needsNewDocument } from '#site/core/own-document.ts'
import type { Page, PageModule, Runtime } from '#site/core/page.ts'
import { useSite } from '#site/core/site-context.tsx'

/** `file` is the page's source file, by which its built assets are found. */
export type PageEntry = { paths: string[]; file: string; module: () => Promise<PageModule>; ownDocument?: true }

export const pageEntries: PageEntry[] = [
  { paths: ['/'], file: 'site/pages/home.tsx', module: () => import('./pages/home.tsx') },
  { paths: ['/post/:id'], file: 'site/pages/post.tsx', module: () => import('./pages/post.tsx') },
  {
    paths: ['/post/:id/transcript'],
    file: 'site/pages/transcript.tsx',
    module: () => import('./pages/transcript.tsx'),
  },
  { paths: ['/submit'], file: 'site/pages/submit.tsx', module: () => import('./pages/submit.tsx') },
  { paths: ['/login'], file: 'site/pages/login.tsx', module: () => import('./pages/login.tsx') },
  { paths: ['/register'], file: 'site/pages/register.tsx', module: () => import('./pages/register.tsx') },
  {
    paths: ['/sign-in/finish'],
    file: 'site/pages/finish-sign-in.tsx',
    module: () => import('./pages/finish-sign-in.tsx'),
  },
  {
    paths: ['/verify-email-sent'],
    file: 'site/pages/verify-email-sent.tsx',
    module: () => import('./pages/verify-email-sent.tsx'),
  },
  { paths: ['/verify-email'], file: 'site/pages/verify-email.tsx', module: () => import('./pages/verify-email.tsx') },
  {
    paths: ['/verify-email-login'],
    file: 'site/pages/verify-email-login.tsx',
    module: () => import('./pages/verify-email-login.tsx'),
  },
  {
    paths: ['/forgot-password'],
    file: 'site/pages/forgot-password.tsx',
    module: () => import('./pages/forgot-password.tsx'),
  },
  {
    paths: ['/reset-password'],
    file: 'site/pages/reset-password.tsx',
    module: () => import('./pages/reset-password.tsx'),
  },
  {
    paths: ['/confirm-email'],
    file: 'site/pages/confirm-email.tsx',
    module: () => import('./pages/confirm-email.tsx'),
  },
  { paths: ['/undo-email'], file: 'site/pages/undo-email.tsx', module: () => import('./pages/undo-email.tsx') },
  {
    paths: ['/r/:name', '/c/:name'],
    file: 'site/pages/category.tsx',
    module: () => import('#site/pages/category.tsx'),
  },
  { paths: ['/r/:name/log'], file: 'site/pages/category-log.tsx', module: () => import('./pages/category-log.tsx') },
  {
    paths: ['/r/:name/settings'],
    file: 'site/pages/category-settings.tsx',
    module: () => import('./pages/category-settings.tsx'),
  },
  {
    paths: ['/r/:name/queue'],
    file: 'site/pages/category-queue.tsx',
    module: () => import('./pages/category-queue.tsx'),
    ownDocument: true,
  },
  {
    paths: ['/r/:name/filters'],
    file: 'site/pages/category-filters.tsx',
    module: () => import('./pages/category-filters.tsx'),
    ownDocument: true,
  },
  {
    paths: ['/r/:name/hooks'],
    file: 'site/pages/category-hooks.tsx',
    module: () => import('./pages/category-hooks.tsx'),
    ownDocument: true,
  },
  { paths: ['/u/:username', '/user/:username'], file: 'site/pages/user.tsx', module: () => import('./pages/user.tsx') },
  {
    paths: ['followers', 'following'].flatMap((kind) => [`/u/:username/${kind}`, `/user/:username/${kind}`]),
    file: 'site/pages/user-follows.tsx',
    module: () => import('./pages/user-follows.tsx'),
  },
  { paths: ['/profile'], file: 'site/pages/profile.tsx', module: () => import('./pages/profile.tsx') },
  { paths: ['/settings'], file: 'site/pages/settings.tsx', module: () => import('./pages/settings.tsx') },
  {
    paths: ['/settings/profile'],
    file: 'site/pages/settings-profile.tsx',
    module: () => import('./pages/settings-profile.tsx'),
  },
  {
    paths: ['/settings/account'],
    file: 'site/pages/settings-account.tsx',
    module: () => import('./pages/settings-account.tsx'),
  },
  {
    paths: ['/settings/security'],
    file: 'site/pages/settings-security.tsx',
    module: () => import('./pages/settings-security.tsx'),
  },
  {
    paths: ['/settings/notifications'],
    file: 'site/pages/settings-notifications.tsx',
    module: () => import('./pages/settings-notifications.tsx'),
  },
  {
    paths: ['/settings/privacy'],
    file: 'site/pages/settings-privacy.tsx',
    module: () => import('./pages/settings-privacy.tsx'),
  },
  {
    paths: ['/settings/data'],
    file: 'site/pages/settings-data.tsx',
    module: () => import('./pages/settings-data.tsx'),
  },
  {
    paths: ['/create-community'],
    file: 'site/pages/create-category.tsx',
    module: () => import('#site/pages/create-category.tsx'),
  },
  {
    paths: ['/browse-communities'],
    file: 'site/pages/browse-categories.tsx',
    module: () => import('#site/pages/browse-categories.tsx'),
  },
  { paths: ['/search'], file: 'site/pages/search.tsx', module: () => import('./pages/search.tsx') },
  { paths: ['/saved'], file: 'site/pages/saved.tsx', module: () => import('./pages/saved.tsx') },
  { paths: ['/modmail/new'], file: 'site/pages/new-modmail.tsx', module: () => import('./pages/new-modmail.tsx') },
  { paths: ['/modmail/:id'], file: 'site/pages/modmail.tsx', module: () => import('./pages/modmail.tsx') },
  { paths: ['/messages'], file: 'site/pages/messages.tsx', module: () => import('./pages/messages.tsx') },
  {
    paths: ['/conversation/:username'],
    file: 'site/pages/conversation.tsx',
    module: () => import('./pages/conversation.tsx'),
  },
  {
    paths: ['/notifications'],
    file: 'site/pages/notifications.tsx',
    module: () => import('./pages/notifications.tsx'),
  },
  {
    paths: ['/moderator-invites'],
    file: 'site/pages/moderator-invites.tsx',
    module: () => import('./pages/moderator-invites.tsx'),
  },
  { paths: ['/decisions'], file: 'site/pages/decisions.tsx', module: () => import('./pages/decisions.tsx') },
  { paths: ['/streams'], file: 'site/pages/streams.tsx', module: () => import('./pages/streams.tsx') },
  {
    paths: ['/streams/new'],
    file: 'site/pages/new-stream.tsx',
    module: () => import('./pages/new-stream.tsx'),
    ownDocument: true,
  },
  {
    paths: ['/stream/:id'],
    file: 'site/pages/stream.tsx',
    module: () => import('./pages/stream.tsx'),
    ownDocument: true,
  },
  { paths: ['/wpoints'], file: 'site/pages/wpoints.tsx', module: () => import('./pages/wpoints.tsx') },
  {
    paths: ['/former-account'],
    file: 'site/pages/former-account.tsx',
    module: () => import('./pages/former-account.tsx'),
  },
  { paths: ['/unsubscribe'], file: 'site/pages/unsubscribe.tsx', module: () => import('./pages/unsubscribe.tsx') },
  { paths: ['/notice'], file: 'site/pages/notice.tsx', module: () => import('./pages/notice.tsx') },
  { paths: ['/transparency'], file: 'site/pages/transparency.tsx', module: () => import('./pages/transparency.tsx') },
  { paths: ['/dev-info'], file: 'site/pages/dev-info.tsx', module: () => import('./pages/dev-info.tsx') },
  {
    paths: ['/privacy-policy'],
    file: 'site/pages/privacy-policy.tsx',
    module: () => import('./pages/privacy-policy.tsx'),
  },
  { paths: ['/outbox'], file: 'site/pages/outbox.tsx', module: () => import('./pages/outbox.tsx') },
  { paths: ['/offline'], file: 'site/pages/offline.tsx', module: () => import('./pages/offline.tsx') },
  {
    paths: ['/accessibility'],
    file: 'site/pages/accessibility.tsx',
    module: () => import('./pages/accessibility.tsx'),
  },
  { paths: ['/oauth/device'], file: 'site/pages/oauth-device.tsx', module: () => import('./pages/oauth-device.tsx') },
  {
    paths: ['/oauth/authorize'],
    file: 'site/pages/oauth-authorize.tsx',
    module: () => import('./pages/oauth-authorize.tsx'),
    ownDocument: true,
  },
  { paths: ['/rules'], file: 'site/pages/rules.tsx', module: () => import('./pages/rules.tsx') },
  { paths: ['/terms'], file: 'site/pages/terms.tsx', module: () => import('./pages/terms.tsx') },
  { paths: ['/imprint'], file: 'site/pages/imprint.tsx', module: () => import('./pages/imprint.tsx') },
  { paths: ['/admin/login'], file: 'site/pages/admin-login.tsx', module: () => import('./pages/admin-login.tsx') },
  { paths: ['/admin'], file: 'site/pages/admin.tsx', module: () => import('./pages/admin.tsx') },
]

const isOwnDocument = (pathname: string) =>
  pageEntries.some(({ ownDocument, paths }) => ownDocument && paths.some((path) => matchPath(path, pathname)))

function PageView({ page }: { page: Page<any> }) {
  const data = useLoaderData()
  const { t, site, variant } = useSite()
  const params = useParams() as Record<string, string>
  return (
    <>
      <Head meta={page.meta(data, { t, site, variant, params })} />
      <page.View data={data} />
    </>
  )
}

const mayBeStored = (error: unknown, path: string) =>
  (error as { status?: unknown } | null)?.status === 0 &&
  globalThis.navigator?.serviceWorker?.controller != null &&
  path !== location.pathname + location.search

function loaderOf(page: Page<any>, runtimeOf: (context: unknown) => Runtime) {
  return async ({ request, params, context }: LoaderFunctionArgs) => {
    const runtime = runtimeOf(context)
    const url = new URL(request.url)
    const path = url.pathname + url.search
    if (needsNewDocument(url.pathname, isOwnDocument)) return redirectDocument(path)
    if (page.guard === 'user' && !runtime.isSignedIn()) return redirect(paths.login(path))
    if (page.guard === 'guest' && runtime.isSignedIn()) return redirect(safeNext(url.searchParams.get('next')) ?? '/')
    try {
      return (
        (await page.load?.({
          ...runtime,
          params: params as Record<string, string>,
          query: url.searchParams,
          path,
          signal: request.signal,
        })) ?? null
      )
    } catch (error) {
      // The service worker may have stored a copy of the page, which only a page load can show.
      if (mayBeStored(error, path)) return redirectDocument(path)
      throw error
    }
  }
}

export function createRoutes(runtimeOf: (context: unknown) => Runtime, entries = pageEntries): RouteObject[] {
  const pageRoutes = entries.flatMap((entry) =>
    entry.paths.map((path): RouteObject => ({
      id: path,
      path,
      handle: { file: entry.file },
      lazy: async () => {
        const { page } = await entry.module()
        return { loader: loaderOf(page, runtimeOf), Component: () => <PageView page={page} /> }
      },
    })),
  )
  return [
    {
      id: 'layout',
      loader: ({ context }) => loadLayout(runtimeOf(context)),
      // The layout loads its data again by itself.
      shouldRevalidate: () => false,
      element: (
        <Layout>
          <Outlet />
        </Layout>
      ),
      errorElement: <ErrorPage unhandled />,
      hydrateFallbackElement: null,
      children: [
        {
          id: 'page',
          errorElement: <ErrorPage />,
          children: [
            ...pageRoutes,
            {
              id: 'missing',
              path: '*',
              loader: ({ request }) => {
                const { pathname, search } = new URL(request.url)
                // The server may have a page that the router lacks, for example /sign-in/google.
                if (isUnasked(pathname)) return redirectDocument(pathname + search)
                throw new PageError(404, 'not_found')
              },
              element: null,
            },
          ],
        },
      ],
    },
  ]
}
