import { textsFor, useTexts } from '#shared/texts.ts'
import type { Standing } from '#shared/api/categories.ts'
import type { Category, Flair } from '#shared/api/shapes.ts'
import { definePage, type LoadArgs } from '#site/core/page.ts'
import { pageErrorOf } from '#site/core/errors.ts'
import { PostForm } from '#site/features/posts/PostForm.tsx'

type Chosen = { preselected: Category | null; standing: Standing | null; flairs?: Flair[] }

const NONE: Chosen = { preselected: null, standing: null }

const MAX_CHOICES = 20

async function chosenOf({ api, query, variant }: LoadArgs): Promise<Chosen> {
  const name = query.get('community')
  if (!name) return NONE
  try {
    const category = await api.categories.byName({ name })
    if (category.is_nsfw !== (variant === 'adult')) return NONE
    const category_id = category.id
    const [standing, flairs] = await Promise.all([
      api.categories.membership({ category_id }).catch(() => null),
      api.categories.flairs({ category_id }),
    ])
    return { preselected: category, standing, ...flairs }
  } catch (error) {
    if (pageErrorOf(error).status === 404) return NONE
    throw error
  }
}

/** Communities offered without JavaScript; with JavaScript a combobox searches them. */
async function choicesOf({ api, query, variant }: LoadArgs): Promise<Category[]> {
  if (typeof document !== 'undefined' || (query.has('community') && !query.get('find'))) return []
  const search = query.get('find') ?? ''
  return api.categories.list({ search, limit: MAX_CHOICES, nsfw: variant === 'adult' })
}

export const page = definePage({
  guard: 'user',
  load: async (args) => {
    const [chosen, choices] = await Promise.all([chosenOf(args), choicesOf(args)])
    return { ...chosen, choices }
  },
  meta: (_, { t }) => ({
    title: textsFor(t.lang, 'submit').title,
    description: textsFor(t.lang, 'submit').description,
    noindex: true,
  }),
  View: function Submit({ data }) {
    const t = useTexts('submit')
    return (
      <main id="main" tabIndex={-1}>
        <div className="page-head">
          <h1 className="page-head__title">{t.title}</h1>
        </div>
        <div className="sheet sheet__pad">
          <PostForm {...data} />
        </div>
      </main>
    )
  },
})
