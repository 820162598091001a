import { useSyncExternalStore } from 'react'
import Moon from 'lucide-react/icons/moon'
import { IconButton } from '#shared/ui/IconButton.tsx'
import { isDark, setDark, subscribeToTheme } from '#site/app/settings.ts'
import { useText } from '#site/app/site-context.tsx'

const useDark = () => useSyncExternalStore(subscribeToTheme, isDark, () => false)

/** Dark mode on and off; as a square of the bar, or as a line of the menu. */
export function ThemeToggle({ inMenu = false }: { inMenu?: boolean }) {
  const t = useText()
  const dark = useDark()
  const label = t.layout.darkMode
  const shared = { 'aria-pressed': dark, onClick: () => setDark(!dark) }
  const icon = <Moon size={20} aria-hidden />
  return inMenu
    ? <button type="button" {...shared} className="menu__item topbar__narrow needs-js">{icon}{label}</button>
    : <IconButton {...shared} className="topbar__wide needs-js" label={label} icon={icon} />
}
