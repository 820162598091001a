import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import type { Assets } from '#site/shell/document.tsx'
import { entryScript } from './entry-script.ts'
import type { PageParts } from './kept-parts.ts'

/* This file depends on markup and fields that React does not document; whole-page.test.tsx fails if they change. */

/** Marks a Suspense boundary that the browser has to render, because it failed or was pending. */
const UNRENDERED_BOUNDARY = '<!--$!-->'
/** `renderToString` cannot give a nonce to React's script that queues forms submitted before hydration. */
const FORM_SCRIPT = '<script id="_R_"'
const END = '</body></html>'
const DOCTYPE = Buffer.from('<!DOCTYPE html>')

/** Sets the fields that React sets on resolved promises, so that its `use` reads the value without suspending. */
export function markFulfilled<T>(promise: Promise<T>, value: T): void {
  Object.assign(promise, { status: 'fulfilled', value })
}

/** Takes a third of the time of streaming; returns null if a boundary failed or is pending, which needs a stream. */
export function renderWhole(
  page: ReactElement,
  { nonce, ...assets }: Pick<Assets, 'entry' | 'preloads'> & { nonce: string },
  parts: PageParts | null = null,
): Buffer<ArrayBuffer> | null {
  let html: string
  try {
    html = renderToString(page)
  } catch {
    return null
  }
  if (!html.endsWith(END)) return null
  // Searching a Buffer is many times faster than a string here.
  const marked = Buffer.from(html)
  if (marked.includes(UNRENDERED_BOUNDARY)) return null
  const rendered = parts ? parts.assemble(marked) : marked
  const script = entryScript(assets)
  const formScript = rendered.indexOf(FORM_SCRIPT)
  const split = formScript < 0 ? 0 : formScript + FORM_SCRIPT.length
  return Buffer.concat([
    DOCTYPE,
    rendered.subarray(0, split),
    Buffer.from(formScript < 0 ? '' : ` nonce="${nonce}"`),
    rendered.subarray(split, -END.length),
    Buffer.from((script === undefined ? '' : `<script nonce="${nonce}">${script}</script>`) + END),
  ])
}
