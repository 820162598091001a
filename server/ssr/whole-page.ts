import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import type { Assets } from '#site/shell/document.tsx'
import type { PageParts } from './kept-parts.ts'

/* Everything here depends on markup and fields that React does not document; whole-page.test.tsx fails where an upgrade
   changes them. */

/** Begins a Suspense boundary that the browser has to render, because it failed or its data was pending. */
const UNRENDERED_BOUNDARY = '<!--$!-->'
/** The script that keeps forms sent before hydration. `renderToString` has no option for its nonce. */
const FORM_SCRIPT = '<script id="_R_"'
const END = '</body></html>'
const PRELOADS_BEFORE = '<title>'
const DOCTYPE = Buffer.from('<!DOCTYPE html>')

/** Lets `use` read the value of a promise without suspending, as React itself marks promises that it has waited for. */
export function markFulfilled<T>(promise: Promise<T>, value: T): void {
  Object.assign(promise, { status: 'fulfilled', value })
}

const preloadsOf = new WeakMap<readonly string[], Buffer<ArrayBuffer>>()

/** Renders the preload elements of the document. */
function preloadElements(preloads: readonly string[]): Buffer<ArrayBuffer> {
  let elements = preloadsOf.get(preloads)
  if (!elements) {
    elements = Buffer.from(preloads.map((href) => `<link rel="modulepreload" href="${href}" data-entry=""/>`).join(''))
    preloadsOf.set(preloads, elements)
  }
  return elements
}

/**
 * Renders a page in one piece, in a third of the time of a stream. `page` has no preloads. Null where a boundary failed
 * or is pending, since only a stream can send those.
 */
export function renderWhole(
  page: ReactElement,
  { entry, preloads, nonce }: Pick<Assets, 'entry' | 'preloads'> & { nonce: string },
  parts: PageParts | null = null,
): Buffer<ArrayBuffer> | null {
  let html: string
  try {
    html = renderToString(page)
  } catch {
    return null
  }
  if (!html.endsWith(END)) return null
  // Buffers are searched many times faster than strings here.
  const marked = Buffer.from(html)
  if (marked.includes(UNRENDERED_BOUNDARY)) return null
  const rendered = parts ? parts.assemble(marked) : marked
  const entryScript =
    entry === undefined ? '' : `<script type="module" src="${entry}" nonce="${nonce}" async=""></script>`
  const head = rendered.indexOf(PRELOADS_BEFORE)
  if (head < 0) return null
  const formScript = rendered.indexOf(FORM_SCRIPT)
  const split = formScript < 0 ? head : formScript + FORM_SCRIPT.length
  return Buffer.concat([
    DOCTYPE,
    rendered.subarray(0, head),
    preloadElements(preloads),
    rendered.subarray(head, split),
    Buffer.from(formScript < 0 ? '' : ` nonce="${nonce}"`),
    rendered.subarray(split, -END.length),
    Buffer.from(entryScript + END),
  ])
}
