import { paths } from '#shared/paths.ts'
import { chosenLanguage, LanguageTabs } from '#site/core/language-choice.tsx'
import { definePage } from '#site/core/page.ts'
import { useSite } from '#site/core/site-context.tsx'
import { StatementEn } from '#site/features/accessibility/StatementEn.tsx'
import { StatementPl } from '#site/features/accessibility/StatementPl.tsx'

const STATEMENTS = {
  pl: { title: 'Dostępność', subject: 'Bariera dostępności', Text: StatementPl },
  en: { title: 'Accessibility', subject: 'Accessibility barrier', Text: StatementEn },
}

export const page = definePage({
  load: ({ query, lang }) => ({ lang: chosenLanguage(query) ?? lang }),
  meta: ({ lang }, { site }) => ({
    title: STATEMENTS[lang].title,
    description: `${STATEMENTS[lang].title}: ${site.name}.`,
    canonical: paths.accessibility(),
  }),
  View: function Accessibility({ data: { lang } }) {
    const { site } = useSite()
    const { title, subject, Text } = STATEMENTS[lang]
    return (
      <main id="main" tabIndex={-1} lang={lang}>
        <div className="page-head">
          <h1 className="page-head__title">{title}</h1>
        </div>
        <LanguageTabs chosen={lang} pathOf={paths.accessibility} />
        <div className="sheet sheet__pad prose">
          <Text
            name={site.name}
            report={site.features.modmail ? paths.newModmail(null, subject) : null}
            mail={site.support_email}
          />
        </div>
      </main>
    )
  },
})
