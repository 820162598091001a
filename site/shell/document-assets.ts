import type { Assets } from './document.tsx'

const attributes = (selector: string, name: 'href' | 'src') =>
  [...document.querySelectorAll(selector)].map((element) => element.getAttribute(name)!)

/** Assets are read from the document, so that hydration renders the same elements. */
export function readDocumentAssets(): Omit<Assets, 'entry' | 'preloads'> {
  return {
    styles: attributes('head > link[rel="stylesheet"][data-entry]', 'href'),
    scripts: attributes('script[type="module"][data-entry]', 'src'),
    preamble: document.querySelector('script[data-preamble]')?.textContent ?? undefined,
  }
}
