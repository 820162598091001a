import { definePage } from '#site/app/page.ts'
import { useText } from '#site/app/site-context.tsx'
import { CommunityForm } from '#site/features/communities/CommunityForm.tsx'

export const page = definePage({
  guard: 'user',
  meta: (_, { t }) => ({ title: t.communities.createTitle, noindex: true }),
  View: function CreateCommunity() {
    const t = useText()
    return (
      <main id="main" tabIndex={-1}>
        <div className="page-head"><h1 className="page-head__title">{t.communities.createTitle}</h1></div>
        <div className="sheet sheet__pad"><CommunityForm /></div>
      </main>
    )
  },
})
