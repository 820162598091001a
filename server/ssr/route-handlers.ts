import { createStaticHandler, type StaticHandler } from 'react-router-dom'
import type { Runtime } from '#site/app/page.ts'
import { createRoutes, pageEntries, type PageEntry } from '#site/routes.tsx'

const handlerWith = (entries: PageEntry[]) => createStaticHandler(createRoutes((context) => context as Runtime, entries))

/** What an address begins with: 'post' of '/post/5', '' of the home page alone. */
const beginOf = (path: string) => path.slice(1, path.indexOf('/', 1) < 0 ? undefined : path.indexOf('/', 1))

/** The router of every page. */
export const wholeSite = handlerWith(pageEntries)

const byBegin = new Map<string, StaticHandler>()
for (const { paths } of pageEntries) {
  for (const begin of paths.map(beginOf)) {
    byBegin.set(begin, handlerWith(pageEntries.filter((entry) => entry.paths.some((path) => beginOf(path) === begin))))
  }
}

/**
 * The router of the pages that an address can mean. Comparing it with the whole map of the site takes a tenth of rendering; an
 * address that is written in another way (case, encoding) is compared with all of it.
 */
export function handlerOf(url: string): StaticHandler {
  const from = url.indexOf('/', url.indexOf('//') + 2)
  const path = from < 0 ? '/' : url.slice(from).split(/[?#]/, 1)[0]!
  return (path !== '/' && beginOf(path) === '' ? undefined : byBegin.get(beginOf(path))) ?? wholeSite
}
