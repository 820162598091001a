import { expect, test } from 'bun:test'
import { matchRoutes } from 'react-router-dom'
import { pageEntries } from '#site/routes.tsx'
import { handlerOf, wholeSite } from './route-handlers.ts'

const pageOf = (handler: typeof wholeSite, path: string) => matchRoutes(handler.dataRoutes, path)?.at(-1)?.route.id

test.each([
  ...pageEntries.flatMap(({ paths }) => paths.map((path) => path.replace(/:\w+/, '5'))),
  '/post',
  '/post/5/6',
  '/post/5/',
  '/r',
  '/r/ogrod/',
  '/r//',
  '/R/ogrod',
  '/POST/5',
  '/%72/ogrod',
  '/post%2F5',
  '//',
  '//r/ogrod',
  '/r/../post/5',
  '/admin/login/',
  '/admin/nowhere',
  '/nowhere',
  '/index.html',
  '/postscript/5',
  '/constructor',
  '/__proto__/5',
])('the router for the first segment of %s matches the same page as the router of all pages', (path) => {
  expect(pageOf(handlerOf(`http://localhost${path}`), path)).toBe(pageOf(wholeSite, path)!)
})

test('query and fragment of a URL do not change its route', () => {
  expect(handlerOf('http://localhost/?next=/post/5')).toBe(handlerOf('http://localhost/'))
  expect(handlerOf('http://localhost/post/5?x=//r/ogrod')).toBe(handlerOf('http://localhost/post/6#/r/ogrod'))
  expect(handlerOf('http://localhost')).toBe(handlerOf('http://localhost/'))
})
