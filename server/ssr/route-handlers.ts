import { createStaticHandler, type StaticHandler } from 'react-router-dom'
import type { Runtime } from '#site/core/page.ts'
import { createRoutes, pageEntries, type PageEntry } from '#site/routes.tsx'

const handlerWith = (entries: PageEntry[]) =>
  createStaticHandler(createRoutes((context) => context as Runtime, entries))

/** Returns 'post' for '/post/5', and '' for the home page. */
const firstSegment = (path: string) => path.slice(1, path.indexOf('/', 1) < 0 ? undefined : path.indexOf('/', 1))

export const wholeSite = handlerWith(pageEntries)

const bySegment = new Map<string, StaticHandler>()
for (const { paths } of pageEntries) {
  for (const segment of paths.map(firstSegment)) {
    bySegment.set(
      segment,
      handlerWith(pageEntries.filter((entry) => entry.paths.some((path) => firstSegment(path) === segment))),
    )
  }
}

/** Each first segment has its own router, since matching against all pages takes a tenth of the time of rendering. */
export function handlerOf(url: string): StaticHandler {
  const from = url.indexOf('/', url.indexOf('//') + 2)
  const path = from < 0 ? '/' : url.slice(from).split(/[?#]/, 1)[0]!
  return (path !== '/' && firstSegment(path) === '' ? undefined : bySegment.get(firstSegment(path))) ?? wholeSite
}
