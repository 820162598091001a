const KEY = 'singleKeys'
const EDITABLE =
  'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]:not([contenteditable="false"])'

/** Single-key shortcuts can be disabled, because they interfere with speech input and screen readers. */
export function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'false'
  } catch {
    return true
  }
}

export function setSingleKeys(on: boolean): void {
  try {
    localStorage.setItem(KEY, String(on))
  } catch {}
}

/** Returns null with a modifier key, in a text field, under a dialog, or if the shortcuts are disabled. */
export function singleKey(event: KeyboardEvent): string | null {
  if (
    event.defaultPrevented ||
    event.isComposing ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.getModifierState('AltGraph')
  )
    return null
  if (event.target instanceof Element && event.target.closest(EDITABLE)) return null
  if (document.querySelector('dialog[open]') || !areSingleKeysOn()) return null
  const isLetter = /^[a-z]$/i.test(event.key)
  if (isLetter && event.shiftKey) return null
  return isLetter ? event.key.toLowerCase() : event.key
}
