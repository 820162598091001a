/** Path with which this document was loaded; client-side navigation does not change it. */
const opened = typeof document === 'undefined' ? null : location.pathname
let isKept = false

/** During a broadcast, which a page load would end, navigation must stay client-side. */
export function keepDocument(isOn: boolean): void {
  isKept = isOn
}

/** Whether client-side navigation led to the path, in which case the server may have a page that the router lacks. */
export const isUnasked = (path: string): boolean => opened !== null && path !== opened

/** Two pages with different content security policies need a page load between them. */
export function needsNewDocument(path: string, isOwn: (path: string) => boolean): boolean {
  if (opened === null || path === opened) return false
  return isOwn(path) ? !(isKept && isOwn(opened)) : isOwn(opened)
}
