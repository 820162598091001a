import { paths } from '#shared/paths.ts'
import { chosenLanguage, LanguageTabs } from '#site/core/language-choice.tsx'
import { definePage } from '#site/core/page.ts'
import { useSite } from '#site/core/site-context.tsx'
import { loadText, TextView } from '#site/features/texts/text-page.tsx'
import { PolicyEn } from '#site/features/privacy/PolicyEn.tsx'
import { PolicyPl } from '#site/features/privacy/PolicyPl.tsx'

const POLICIES = {
  pl: { title: 'Polityka prywatności', description: 'Polityka prywatności serwisu', Text: PolicyPl },
  en: { title: 'Privacy Policy', description: 'Privacy policy of', Text: PolicyEn },
}

export const page = definePage({
  load: async (args) => ({
    lang: chosenLanguage(args.query) ?? args.lang,
    written: args.site.texts.includes('privacy_policy') ? await loadText(args, 'privacy_policy') : null,
  }),
  meta: ({ lang }, { site }) => ({
    title: POLICIES[lang].title,
    description: `${POLICIES[lang].description} ${site.name}.`,
    canonical: '/privacy-policy',
  }),
  View: function PrivacyPolicy({ data: { lang, written } }) {
    const { site, t } = useSite()
    if (written !== null) return <TextView shown={written} pathOf={paths.privacyPolicy} />
    const { title, Text } = POLICIES[lang]
    return (
      <main id="main" tabIndex={-1} lang={lang}>
        <div className="page-head">
          <h1 className="page-head__title">{title}</h1>
        </div>
        <LanguageTabs chosen={lang} pathOf={paths.privacyPolicy} label={t.layout.policyLanguage} />
        <div className="sheet sheet__pad prose">
          <Text site={site} />
        </div>
      </main>
    )
  },
})
