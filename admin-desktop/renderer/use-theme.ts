import { useEffect } from 'react'
import type { Theme } from '../ipc.ts'

export function useTheme(theme: Theme): void {
  useEffect(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)')
    const show = () => {
      document.documentElement.dataset.theme =
        theme === 'dark' || (theme === 'system' && dark.matches) ? 'dark' : 'light'
    }
    show()
    dark.addEventListener('change', show)
    return () => dark.removeEventListener('change', show)
  }, [theme])
}
