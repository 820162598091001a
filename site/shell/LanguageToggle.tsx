import Languages from 'lucide/dist/esm/icons/languages.mjs'
import { Icon } from '#shared/ui/Icon.tsx'
import { storeLanguage } from '#site/core/settings.ts'
import { useText } from '#site/core/site-context.tsx'

export function LanguageToggle({ inMenu = false }: { inMenu?: boolean }) {
  const { lang, short, name, label } = useText().layout.otherLanguage
  function choose() {
    storeLanguage(lang)
    location.reload()
  }
  return inMenu
    ? (
      <button type="button" lang={lang} className="menu__item topbar__narrow needs-js" onClick={choose}>
        <Icon of={Languages} size={20} />
        {name}
      </button>
    )
    : <button type="button" lang={lang} className="icon-btn topbar__wide needs-js" aria-label={label} title={label} onClick={choose}>{short}</button>
}
