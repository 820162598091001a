import type { Lang } from '#shared/i18n/plural.ts'
import { LIFETIME } from '#shared/limits.ts'

const listeners = new Set<() => void>()

function setCookie(name: string, value: string): void {
  document.cookie = `${name}=${value}; Path=/; Max-Age=${LIFETIME.preferenceCookie / 1000}; SameSite=Lax`
}

/** The language that was chosen in this browser, if any. */
export function storedLanguage(): Lang | null {
  try {
    const value = localStorage.getItem('language')
    return value === 'pl' || value === 'en' ? value : null
  } catch {
    return null
  }
}

/** Keeps the language for the next pages; the cookie tells the server. */
export function storeLanguage(lang: Lang): void {
  setCookie('language', lang)
  try {
    localStorage.setItem('language', lang)
  } catch {
    // The cookie alone is enough.
  }
}

/** Tells the server of a language that was stored before. */
export function mirrorLanguage(lang: Lang): void {
  setCookie('language', lang)
}

/** Whether the page is dark now. */
export function isDark(): boolean {
  return document.documentElement.dataset.theme === 'dark'
}

function show(dark: boolean): void {
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  for (const listener of listeners) listener()
}

/** Switches dark mode at once and keeps the choice. */
export function setDark(dark: boolean): void {
  try {
    localStorage.setItem('darkMode', String(dark))
  } catch {
    // Then it holds for this page.
  }
  show(dark)
}

function onStorage(event: StorageEvent): void {
  if (event.key === 'darkMode' && event.newValue !== null) show(event.newValue === 'true')
}

/** Hears of dark mode going on and off, in other tabs too. */
export function subscribeToTheme(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', onStorage)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', onStorage)
  }
}
