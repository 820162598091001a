import { useSyncExternalStore } from 'react'
import Moon from 'lucide-react/icons/moon'
import { isDark, setDark, subscribeToTheme } from '#site/app/settings.ts'
import { useText } from '#site/app/site-context.tsx'

const useDark = () => useSyncExternalStore(subscribeToTheme, isDark, () => false)

/** Dark mode on and off; as a square of the bar, or as a line of the menu. */
export function ThemeToggle({ inMenu = false }: { inMenu?: boolean }) {
  const t = useText()
  const dark = useDark()
  const label = t.layout.darkMode
  const shared = { type: 'button', 'aria-pressed': dark, onClick: () => setDark(!dark) } as const
  return inMenu
    ? <button {...shared} className="menu__item topbar__narrow needs-js"><Moon size={20} aria-hidden />{label}</button>
    : (
      <button {...shared} className="icon-btn topbar__wide needs-js" aria-label={label} title={label}>
        <Moon size={20} aria-hidden />
      </button>
    )
}
