import Languages from 'lucide/dist/esm/icons/languages.mjs'
import { Icon } from '#shared/ui/Icon.tsx'
import { storeLanguage } from '#site/core/settings.ts'
import { useSite } from '#site/core/site-context.tsx'

export function LanguageToggle({ inMenu = false }: { inMenu?: boolean }) {
  const { api, isSignedIn, t, site } = useSite()
  const { lang, short, name, label } = t.layout.otherLanguage
  if (site.languages.length < 2) return null

  async function choose() {
    storeLanguage(lang)
    // This call also stores the language with the account, for mails to the member.
    if (isSignedIn()) await api.auth.openSession().catch(() => {})
    location.reload()
  }
  return inMenu ? (
    <button type="button" lang={lang} className="menu__item topbar__narrow needs-js" onClick={() => void choose()}>
      <Icon of={Languages} size={20} />
      {name}
    </button>
  ) : (
    <button
      type="button"
      lang={lang}
      className="icon-btn topbar__wide needs-js"
      aria-label={label}
      title={label}
      onClick={() => void choose()}>
      {short}
    </button>
  )
}
