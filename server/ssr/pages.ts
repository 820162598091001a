import { ApiError } from '#shared/api/errors.ts'
import { errorResponse } from '#server/http/api.ts'
import type { Pages } from '#server/http/app.ts'
import { ageRoute } from './age-question.tsx'
import { workerRoutes } from '#server/features/offline/routes.ts'
import { formRoutes } from '#server/features/forms/routes.ts'
import { matchPath } from 'react-router-dom'
import { findMoved, findRedirect, isOnFormerHost } from '#server/features/import/redirects.ts'
import { pageEntries } from '#site/routes.tsx'
import type { AssetResolver } from './assets.ts'
import { clientFiles } from './client-files.ts'
import { countPage, visitorKey } from './page-request.ts'
import { redirectResponse } from './page-response.ts'
import { answerReader, createPageServer } from './page-server.ts'
import { setupRoutes } from './setup-page.tsx'
import { answerVisitor, cachedPages } from './visitor-pages.ts'

const isPage = (path: string) => pageEntries.some(({ paths }) => paths.some((one) => matchPath(one, path) !== null))

export function createPages(resolver: AssetResolver, clientDir?: string): Pages {
  return (services) => {
    const server = createPageServer(services, resolver)
    return {
      cachedPage: cachedPages(server),
      routes(app) {
        if (clientDir !== undefined) clientFiles(app, clientDir)
        workerRoutes(app, services, resolver.worker)
        ageRoute(app, services.config)
        formRoutes(app, services, (c, ctx, failed) => answerReader(server, c, { ...failed, ctx }))
        setupRoutes(app, services, resolver)
        app.get('*', async (c) => {
          try {
            await countPage(c.req.raw, c.var, services.limiter)
            const url = new URL(c.req.url)
            const host = c.req.header('host') ?? url.host
            if (await isOnFormerHost(services.db, host, services.config, services.now())) {
              const moved = await findMoved(services.db, url, host, services.config, services.now())
              if (moved === null) throw new ApiError('not_found')
              if (moved !== undefined) return redirectResponse(moved, 301)
            }
            const isOwn = isPage(url.pathname)
            const moved = isOwn ? null : await findRedirect(services.db, url, services.now())
            if (moved !== null) return redirectResponse(moved, 301)
            const key = visitorKey(server, c.req.raw, c.var)
            const answer = key === null ? await answerReader(server, c) : await answerVisitor(server, c, key)
            // The URL may be that of a page of an imported forum, which has moved to a new URL.
            const former = isOwn && answer.status === 404 ? await findRedirect(services.db, url, services.now()) : null
            return former === null ? answer : redirectResponse(former, 301)
          } catch (error) {
            if (error instanceof ApiError) return errorResponse(c, error, services)
            throw error
          }
        })
      },
      setupRoutes(app) {
        if (clientDir !== undefined) clientFiles(app, clientDir)
        setupRoutes(app, services, resolver)
        app.get('*', () => redirectResponse('/setup', 302))
      },
    }
  }
}
