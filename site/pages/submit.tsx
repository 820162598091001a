import { textsFor, useTexts } from '#shared/texts.ts'
import { definePage } from '#site/core/page.ts'
import { pageErrorOf } from '#site/core/errors.ts'
import { PostForm } from '#site/features/posts/PostForm.tsx'

const NONE = { preselected: null, standing: null }

export const page = definePage({
  guard: 'user',
  load: async ({ api, query, variant }) => {
    const name = query.get('community')
    if (!name) return NONE
    try {
      const category = await api.categories.byName({ name })
      if (category.is_nsfw !== (variant === 'adult')) return NONE
      const standing = await api.categories.membership({ category_id: category.id }).catch(() => null)
      return { preselected: category, standing }
    } catch (error) {
      if (pageErrorOf(error).status === 404) return NONE
      throw error
    }
  },
  meta: (_, { t }) => ({
    title: textsFor(t.lang, 'submit').title,
    description: textsFor(t.lang, 'submit').description,
    noindex: true,
  }),
  View: function Submit({ data: { preselected, standing } }) {
    const t = useTexts('submit')
    return (
      <main id="main" tabIndex={-1}>
        <div className="page-head">
          <h1 className="page-head__title">{t.title}</h1>
        </div>
        <div className="sheet sheet__pad">
          <PostForm preselected={preselected} standing={standing} />
        </div>
      </main>
    )
  },
})
