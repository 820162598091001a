type EarlyInput = { clicks: MouseEvent[]; keys: KeyboardEvent[]; stop: (type: 'click' | 'keydown') => void }

declare global {
  interface Window {
    earlyInput?: EarlyInput
  }
}

/**
 * Inlined as text in the document's head, so it must not use anything from outside. '/' can focus the search field at
 * once.
 */
function recordEarlyInput(): void {
  const clicks: MouseEvent[] = []
  const keys: KeyboardEvent[] = []
  const onClick = (event: MouseEvent) => {
    clicks.push(event)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.target instanceof Element && event.target.closest('input,textarea,select')) return
    let isOff = false
    try {
      isOff = localStorage.getItem('singleKeys') === 'false'
    } catch {}
    const search = document.querySelector<HTMLInputElement>('.search-box__input')
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isOff || !search)
      return void keys.push(event)
    event.preventDefault()
    search.focus()
  }
  window.addEventListener('click', onClick, true)
  window.addEventListener('keydown', onKey, true)
  window.earlyInput = {
    clicks,
    keys,
    stop: (type) =>
      type === 'click'
        ? window.removeEventListener('click', onClick, true)
        : window.removeEventListener('keydown', onKey, true),
  }
}

export const EARLY_INPUT_SCRIPT = `(${recordEarlyInput})()`

/** Keys are replayed only on the first page of a document, within this time. */
const EARLY_MS = 30_000

/** Keys pressed before the scripts of the document ran. */
export const earlyKeys = (): KeyboardEvent[] =>
  (window.earlyInput?.keys ?? []).filter(({ timeStamp }) => performance.now() - timeStamp < EARLY_MS)

/** Returns the recorded keys and stops recording; the caller listens from here on. */
export function takeEarlyKeys(): KeyboardEvent[] {
  window.earlyInput?.stop('keydown')
  return earlyKeys()
}

/** The document hydrates separately from each late part (`Await`). */
const NOT_HYDRATED = 'html:not([data-hydrated]), [data-late]:not([data-hydrated])'
/** Links, summaries and fields work without scripts; React replays form submits. */
const CONTROL = 'button[type="button"], input[type="radio"]'

const waiting: HTMLElement[] = []
let reportLost: () => void = () => {}

function keepClick(event: MouseEvent): void {
  const control = event.isTrusted && event.target instanceof Element ? event.target.closest<HTMLElement>(CONTROL) : null
  if (!control?.closest(NOT_HYDRATED)) return
  // React would drop the event, or handle it a second time.
  event.stopImmediatePropagation()
  if (!control.hasAttribute('data-once') || !waiting.includes(control)) waiting.push(control)
}

export const hasKeptClicks = () => waiting.length > 0

/** Holds clicks on controls that are not hydrated yet. `onLost` is called where such a control is removed. */
export function keepEarlyClicks(onLost: () => void): void {
  reportLost = onLost
  window.earlyInput?.stop('click')
  window.earlyInput?.clicks.splice(0).forEach(keepClick)
  window.addEventListener('click', keepClick, true)
}

export function markHydrated(part: HTMLElement): void {
  part.dataset.hydrated = ''
  const ready = waiting.filter((control) => !control.isConnected || control.closest(NOT_HYDRATED) === null)
  for (const control of ready) waiting.splice(waiting.indexOf(control), 1)
  setTimeout(() => ready.forEach(press))
}

function press(control: HTMLElement): void {
  if (!control.isConnected) return reportLost()
  // React compares `checked` with its own value at hydration, so the early choice is undone and replayed.
  if (control instanceof HTMLInputElement) control.checked = false
  control.click()
}
