type EarlyInput = { clicks: MouseEvent[]; keys: KeyboardEvent[]; stop: (type: 'click' | 'keydown') => void }

declare global {
  interface Window {
    earlyInput?: EarlyInput
  }
}

/** The source of this function is inlined in the document's head, so it must not refer to anything outside its body. */
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

/** Recorded keys are replayed only within this time after loading. */
const EARLY_MS = 30_000

export const earlyKeys = (): KeyboardEvent[] =>
  (window.earlyInput?.keys ?? []).filter(({ timeStamp }) => performance.now() - timeStamp < EARLY_MS)

/** Returns the recorded keys and stops recording, so the caller must listen for keys itself from now on. */
export function takeEarlyKeys(): KeyboardEvent[] {
  window.earlyInput?.stop('keydown')
  return earlyKeys()
}

/** Matches elements that are not hydrated yet: the document, or a part that streams in late (`Await`). */
const NOT_HYDRATED = 'html:not([data-hydrated]), [data-late]:not([data-hydrated])'
/** Clicks on other controls are not queued: links and fields work without hydration, React replays submitted forms. */
const CONTROL = 'button[type="button"], input[type="radio"]'

const waiting: HTMLElement[] = []
let reportLost: () => void = () => {}

function keepClick(event: MouseEvent): void {
  const control = event.isTrusted && event.target instanceof Element ? event.target.closest<HTMLElement>(CONTROL) : null
  if (!control?.closest(NOT_HYDRATED)) return
  // React would drop this click, or replay it in addition to this module.
  event.stopImmediatePropagation()
  if (!control.hasAttribute('data-once') || !waiting.includes(control)) waiting.push(control)
}

export const hasKeptClicks = () => waiting.length > 0

/** Queues clicks on controls until hydration; `onLost` runs if a clicked control is removed before hydration. */
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
  // A click on a checked radio button changes nothing, so the button is unchecked before the click is replayed.
  if (control instanceof HTMLInputElement) control.checked = false
  control.click()
}
