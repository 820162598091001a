/** Prevents reload loops: `first` returns true once per reason and tab. */
export function reloadGuard(name: string) {
  const key = `reloaded:${name}`
  return {
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
      } catch {}
    },
  }
}
