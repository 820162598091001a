import Languages from 'lucide-react/icons/languages'
import { storeLanguage } from '#site/app/settings.ts'
import { useText } from '#site/app/site-context.tsx'

/** Leads to the other language and renders the page anew; as a square of the bar, or as a line of the menu. */
export function LanguageToggle({ inMenu = false }: { inMenu?: boolean }) {
  const { lang, short, name, label } = useText().layout.otherLanguage
  function choose() {
    storeLanguage(lang)
    location.reload()
  }
  return inMenu
    ? (
      <button type="button" lang={lang} className="menu__item topbar__narrow needs-js" onClick={choose}>
        <Languages size={20} aria-hidden />
        {name}
      </button>
    )
    : <button type="button" lang={lang} className="icon-btn topbar__wide needs-js" aria-label={label} title={label} onClick={choose}>{short}</button>
}
