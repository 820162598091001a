const KEY = 'singleKeys'
const EDITABLE = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])'

/** Whether keys without a modifier act; who dictates or uses a reader of screens may switch them off. */
export function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'false'
  } catch {
    return true
  }
}

/** Keeps the choice for every page of this browser. */
export function setSingleKeys(on: boolean): void {
  try {
    localStorage.setItem(KEY, String(on))
  } catch {
    // Then nothing can be kept, and they stay on.
  }
}

/**
 * The key that was pressed by itself, a letter as a small one: null where single keys are off, with a modifier (a letter
 * has none, '?' may need Shift), while one types, and below an open dialog.
 */
export function singleKey(event: KeyboardEvent): string | null {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.getModifierState('AltGraph')) return null
  if (event.target instanceof Element && event.target.closest(EDITABLE)) return null
  if (document.querySelector('dialog[open]') || !areSingleKeysOn()) return null
  const isLetter = /^[a-z]$/i.test(event.key)
  if (isLetter && event.shiftKey) return null
  return isLetter ? event.key.toLowerCase() : event.key
}
