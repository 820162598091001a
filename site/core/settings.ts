import type { Lang } from '#shared/i18n/plural.ts'
import { LIFETIME } from '#shared/limits.ts'

const listeners = new Set<() => void>()

function setCookie(name: string, value: string): void {
  document.cookie = `${name}=${value}; Path=/; Max-Age=${LIFETIME.preferenceCookie / 1000}; SameSite=Lax`
}

export function storedLanguage(): Lang | null {
  try {
    const value = localStorage.getItem('language')
    return value === 'pl' || value === 'en' ? value : null
  } catch {
    return null
  }
}

/** The cookie is for the server, which renders in this language. */
export function storeLanguage(lang: Lang): void {
  setCookie('language', lang)
  try {
    localStorage.setItem('language', lang)
  } catch {}
}

export function mirrorLanguage(lang: Lang): void {
  setCookie('language', lang)
}

export function isDark(): boolean {
  return document.documentElement.dataset.theme === 'dark'
}

function show(dark: boolean): void {
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  for (const listener of listeners) listener()
}

export function setDark(dark: boolean): void {
  try {
    localStorage.setItem('darkMode', String(dark))
  } catch {}
  show(dark)
}

function onStorage(event: StorageEvent): void {
  if (event.key === 'darkMode' && event.newValue !== null) show(event.newValue === 'true')
}

export function subscribeToTheme(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', onStorage)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', onStorage)
  }
}
