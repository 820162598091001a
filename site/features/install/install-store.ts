import { useSyncExternalStore } from 'react'

/** The event `beforeinstallprompt`, which TypeScript's types lack. */
export type InstallPrompt = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> }

const FIRST_OFFERED = 3

let offered: InstallPrompt | null = null
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function setOffer(prompt: InstallPrompt | null): void {
  offered = prompt
  for (const listener of listeners) listener()
}

export const useInstallPrompt = (): InstallPrompt | null =>
  useSyncExternalStore(
    subscribe,
    () => offered,
    () => null,
  )

export const endOffer = (): void => setOffer(null)

/** Counts a visit once per tab. */
function isOfferedNow(): boolean {
  const count = Number(localStorage.getItem('visits')) + (sessionStorage.getItem('visit') === null ? 1 : 0)
  sessionStorage.setItem('visit', '')
  localStorage.setItem('visits', String(count))
  const offeredIn = localStorage.getItem('install-offered')
  if (count < FIRST_OFFERED || (offeredIn !== null && offeredIn !== String(count))) return false
  return !matchMedia('(display-mode: standalone)').matches
}

/** Must run before hydration, because browsers fire `beforeinstallprompt` early and only once. */
export function keepInstallPrompt(): void {
  try {
    if (!isOfferedNow()) return
  } catch {
    // Without storage nothing is offered, because a refusal could not be stored.
    return
  }
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    localStorage.setItem('install-offered', localStorage.getItem('visits') ?? '')
    setOffer(event as InstallPrompt)
  })
}

/** Installation is not offered again after a refusal. */
export function refuseInstall(): void {
  localStorage.setItem('install-offered', 'no')
  endOffer()
}
