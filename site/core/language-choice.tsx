import { Link } from 'react-router-dom'
import type { Lang } from '#shared/i18n/plural.ts'
import { useSite } from './site-context.tsx'

const NAMES: Record<Lang, string> = { pl: 'Polski', en: 'English' }

export function chosenLanguage(query: URLSearchParams): Lang | undefined {
  const asked = query.get('lang')
  return asked === 'pl' || asked === 'en' ? asked : undefined
}

type LanguageTabsProps = { chosen: Lang; pathOf: (lang: Lang) => string; label?: string }

/** Links to a text in each language; `chosen` is the one shown. */
export function LanguageTabs({ chosen, pathOf, label }: LanguageTabsProps) {
  const { t } = useSite()
  return (
    <nav className="page-tabs" aria-label={label ?? t.layout.textLanguage} lang={t.lang}>
      <div className="tabs">
        {(['pl', 'en'] as const).flatMap((each) => [
          <Link
            key={each}
            className="tabs__tab"
            lang={each}
            to={pathOf(each)}
            aria-current={each === chosen ? 'page' : undefined}>
            {NAMES[each]}
          </Link>,
          ' ',
        ])}
      </div>
    </nav>
  )
}
