import type { SiteApi } from '#shared/api/public.ts'
import type { Lang } from '#shared/i18n/plural.ts'
import type { SiteText } from '#shared/rules/texts.ts'
import { PageError } from '#site/core/errors.ts'
import { chosenLanguage, LanguageTabs } from '#site/core/language-choice.tsx'
import { definePage, type LoadArgs } from '#site/core/page.ts'
import { useText } from '#site/core/site-context.tsx'

type ShownText = Awaited<ReturnType<SiteApi['texts']['get']>>

/** Returns null if the operator has not written the text. */
export function loadText({ api, query }: LoadArgs, text: SiteText): Promise<ShownText | null> {
  return api.texts.get({ text, lang: chosenLanguage(query) }).catch((error: unknown) => {
    if ((error as { status?: number }).status === 404) return null
    throw error
  })
}

export function TextView({ shown, pathOf }: { shown: ShownText; pathOf: (lang: Lang) => string }) {
  const t = useText()
  const title = t.layout.texts[shown.text]
  return (
    <main id="main" tabIndex={-1}>
      <div className="page-head">
        <h1 className="page-head__title">{title}</h1>
      </div>
      <LanguageTabs chosen={shown.lang} pathOf={pathOf} />
      <div className="sheet sheet__pad prose" lang={shown.lang} dangerouslySetInnerHTML={{ __html: shown.html }} />
    </main>
  )
}

export const textPage = (text: SiteText, pathOf: (lang?: Lang) => string) =>
  definePage({
    load: async (args) => {
      const shown = await loadText(args, text)
      if (shown === null) throw new PageError(404, 'not_found')
      return { shown }
    },
    meta: (_, { t, site }) => ({
      title: t.layout.texts[text],
      description: `${t.layout.texts[text]}, ${site.name}`,
      canonical: pathOf(),
    }),
    View: function SiteTextPage({ data: { shown } }) {
      return <TextView shown={shown} pathOf={pathOf} />
    },
  })
