import type { Lang } from '#shared/i18n/plural.ts'

const YEAR_SECONDS = 31_536_000

function setCookie(name: string, value: string): void {
  document.cookie = `${name}=${value}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`
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

/** Switches dark mode at once and keeps the choice. */
export function setDark(dark: boolean): void {
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  try {
    localStorage.setItem('darkMode', String(dark))
  } catch {
    // Then it holds for this page.
  }
}
