/** Path at which this document was loaded; later navigations do not change it. */
const opened = typeof document === 'undefined' ? null : location.pathname
let isKept = false

/** Navigates within this document, for example while a broadcast runs that a page load would end. */
export function keepDocument(isOn: boolean): void {
  isKept = isOn
}

/** True in the browser for another path than the document's own: the server may have it where the router does not. */
export const isUnasked = (path: string): boolean => opened !== null && path !== opened

/** Whether a navigation needs a page load, because only one of the two pages has this content security policy. */
export function needsNewDocument(path: string, isOwn: (path: string) => boolean): boolean {
  if (opened === null || path === opened) return false
  return isOwn(path) ? !(isKept && isOwn(opened)) : isOwn(opened)
}
