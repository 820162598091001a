import { useSyncExternalStore } from 'react'
import Moon from 'lucide/dist/esm/icons/moon.mjs'
import { Icon } from '#shared/ui/Icon.tsx'
import { IconButton } from '#shared/ui/IconButton.tsx'
import { isDark, setDark, subscribeToTheme } from '#site/core/settings.ts'
import { useText } from '#site/core/site-context.tsx'

const useDark = () => useSyncExternalStore(subscribeToTheme, isDark, () => false)

export function ThemeToggle({ inMenu = false }: { inMenu?: boolean }) {
  const t = useText()
  const dark = useDark()
  const label = t.layout.darkMode
  const shared = { 'aria-pressed': dark, onClick: () => setDark(!dark) }
  const icon = <Icon of={Moon} size={20} />
  return inMenu ? (
    <button type="button" {...shared} className="menu__item topbar__narrow needs-js">
      {icon}
      {label}
    </button>
  ) : (
    <IconButton {...shared} className="topbar__wide needs-js" label={label} icon={icon} />
  )
}
