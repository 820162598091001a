/** Remembers in this tab for what the page was reloaded, so that two sides that cannot agree do not reload for ever. */
export function reloadGuard(name: string) {
  const key = `reloaded:${name}`
  return {
    /** True for the first time of a reason since `clear`. */
    first(reason: string): boolean {
      try {
        const seen = sessionStorage.getItem(key) ?? ''
        if (seen.includes(`[${reason}]`)) return false
        sessionStorage.setItem(key, `${seen}[${reason}]`)
        return true
      } catch {
        return false
      }
    },
    clear(): void {
      try {
        sessionStorage.removeItem(key)
      } catch {
        // Nothing was stored.
      }
    },
  }
}
