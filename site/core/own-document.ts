/** Path of the open document; the screen's changes without a new document. */
const opened = typeof document === 'undefined' ? null : location.pathname
let isKept = false

/** Keeps the document while, say, a broadcast runs that a new one would end: pages open within this document. */
export function keepDocument(isOn: boolean): void {
  isKept = isOn
}

/** Whether a page needs a document of its own, because either has a policy that the other may not have. */
export function needsNewDocument(path: string, isOwn: (path: string) => boolean): boolean {
  if (opened === null || path === opened) return false
  return isOwn(path) ? !(isKept && isOwn(opened)) : isOwn(opened)
}
