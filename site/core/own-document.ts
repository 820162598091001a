/** Path with which this document was loaded; client-side navigation does not change it. */
const opened = typeof document === 'undefined' ? null : location.pathname
let isKept = false

/** Sets whether navigation must stay client-side, for example during a broadcast, which a page load would end. */
export function keepDocument(isOn: boolean): void {
  isKept = isOn
}

/**
 * Returns whether the path was reached by client-side navigation, so that the server has not been asked for it. The
 * server may have a page for it although the router of the client has none.
 */
export const isUnasked = (path: string): boolean => opened !== null && path !== opened

/** Returns whether a navigation needs a page load, because the two pages have different content security policies. */
export function needsNewDocument(path: string, isOwn: (path: string) => boolean): boolean {
  if (opened === null || path === opened) return false
  return isOwn(path) ? !(isKept && isOwn(opened)) : isOwn(opened)
}
