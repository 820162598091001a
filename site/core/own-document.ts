/** Of the document that is open, not of the screen: that one changes without a new document. */
const opened = typeof document === 'undefined' ? null : location.pathname
let isKept = false

/** While something runs that a new document would end, such as a broadcast, pages of the same kind open within this one. */
export function keepDocument(isOn: boolean): void {
  isKept = isOn
}

/** Whether a page needs a document of its own, because either has a policy that the other may not have. */
export function needsNewDocument(path: string, isOwn: (path: string) => boolean): boolean {
  if (opened === null || path === opened) return false
  return isOwn(path) ? !(isKept && isOwn(opened)) : isOwn(opened)
}
