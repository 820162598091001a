import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'

/* Everything here depends on markup and fields that React does not document; whole-page.test.tsx fails where an upgrade changes them. */

/** Begins a Suspense boundary that the browser has to render, because it failed or its data was pending. */
const UNRENDERED_BOUNDARY = '<!--$!-->'
/** The script that keeps forms sent before hydration. `renderToString` has no option for its nonce. */
const FORM_SCRIPT = '<script id="_R_"'
const END = '</body></html>'
const DOCTYPE = Buffer.from('<!DOCTYPE html>')

/** Lets `use` read the value of a promise without suspending, as React itself marks promises that it has waited for. */
export function markFulfilled<T>(promise: Promise<T>, value: T): void {
  Object.assign(promise, { status: 'fulfilled', value })
}

/** Takes a third of the time of a stream. Null where a boundary failed or its data is pending: only a stream can send these. */
export function renderWhole(page: ReactElement, { entry, nonce }: { entry: string | undefined, nonce: string }): Buffer<ArrayBuffer> | null {
  let html: string
  try {
    html = renderToString(page)
  } catch {
    return null
  }
  if (!html.endsWith(END)) return null
  // Buffer searches many times faster than string here.
  const rendered = Buffer.from(html)
  if (rendered.includes(UNRENDERED_BOUNDARY)) return null
  const entryScript = entry === undefined ? '' : `<script type="module" src="${entry}" nonce="${nonce}" async=""></script>`
  const formScript = rendered.indexOf(FORM_SCRIPT)
  const split = formScript < 0 ? 0 : formScript + FORM_SCRIPT.length
  return Buffer.concat([
    DOCTYPE,
    rendered.subarray(0, split),
    Buffer.from(formScript < 0 ? '' : ` nonce="${nonce}"`),
    rendered.subarray(split, -END.length),
    Buffer.from(entryScript + END),
  ])
}
