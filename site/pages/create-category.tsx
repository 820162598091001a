import { definePage } from '#site/core/page.ts'
import { useText } from '#site/core/site-context.tsx'
import { CategoryForm } from '#site/features/categories/CategoryForm.tsx'

export const page = definePage({
  guard: 'user',
  meta: (_, { t }) => ({ title: t.categories.createTitle, noindex: true }),
  View: function CreateCategory() {
    const t = useText()
    return (
      <main id="main" tabIndex={-1}>
        <div className="page-head">
          <h1 className="page-head__title">{t.categories.createTitle}</h1>
        </div>
        <div className="sheet sheet__pad">
          <CategoryForm />
        </div>
      </main>
    )
  },
})
