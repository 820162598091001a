import { textsFor, useTexts } from '#shared/texts.ts'
import { definePage } from '#site/core/page.ts'
import { isNeutral } from '#site/core/variant-guard.ts'
import { NewThreadForm } from '#site/features/modmail/NewThreadForm.tsx'
import { NeutralPage } from '#site/features/variant/NeutralPage.tsx'

export const page = definePage({
  guard: 'user',
  load: async ({ api, query, path, variant }) => {
    const subject = query.get('subject') ?? ''
    const name = query.get('community')
    if (name === null || name === '') return { category: null, subject }
    const { id, name: known, is_nsfw } = await api.categories.byName({ name })
    if (is_nsfw && variant === 'normal') return { neutral: true as const, path }
    return { category: { id, name: known }, subject }
  },
  meta: (data, { t }) => {
    const texts = textsFor(t.lang, 'modmail')
    if (isNeutral(data)) return { title: t.app.adultTitle, noindex: true }
    return { title: data.category === null ? texts.newTitleAdmins : texts.newTitle, noindex: true }
  },
  View: function NewModmail({ data }) {
    const t = useTexts('modmail')
    if (isNeutral(data)) return <NeutralPage path={data.path} />
    const { category, subject } = data
    return (
      <main id="main" tabIndex={-1}>
        <div className="page-head">
          <h1 className="page-head__title">{category === null ? t.newTitleAdmins : t.newTitle}</h1>
        </div>
        <div className="sheet sheet__pad">
          <NewThreadForm
            key={category?.name}
            categoryId={category?.id ?? null}
            name={category?.name ?? null}
            subject={subject}
          />
        </div>
      </main>
    )
  },
})
