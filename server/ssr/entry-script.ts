import type { Assets } from '#site/shell/document.tsx'

/** Runs in the browser. It is inlined in every page, so it must be short. */
function loadScripts(entry: string, preloads: string[]): void {
  const add = (tag: string, attributes: object) =>
    document.head.append(Object.assign(document.createElement(tag), attributes))
  add('script', { type: 'module', src: entry })
  // Preloading all fifty scripts at once would block an old phone for 90 ms.
  const preload = () => {
    for (const href of preloads.splice(0, 6)) add('link', { rel: 'modulepreload', href })
    if (preloads.length > 0) setTimeout(preload)
  }
  preload()
}

const inlined = new WeakMap<readonly string[], string>()

/**
 * Undefined in development, where the document links the scripts. The script is in the body, so that stylesheets and
 * the first picture load before the page's scripts.
 */
export function entryScript({ entry, preloads }: Pick<Assets, 'entry' | 'preloads'>): string | undefined {
  if (entry === undefined) return undefined
  let script = inlined.get(preloads)
  if (script === undefined) {
    script = `(${loadScripts})(${JSON.stringify(entry)},${JSON.stringify(preloads)})`
    inlined.set(preloads, script)
  }
  return script
}
