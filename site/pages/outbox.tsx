import { textsFor, useTexts } from '#shared/texts.ts'
import { definePage } from '#site/core/page.ts'
import { OutboxList } from '#site/features/outbox/OutboxList.tsx'

export const page = definePage({
  meta: (_, { t }) => ({ title: textsFor(t.lang, 'offline').outboxTitle, noindex: true }),
  View: function Outbox() {
    const t = useTexts('offline')
    return (
      <main id="main" tabIndex={-1}>
        <div className="page-head">
          <h1 className="page-head__title">{t.outboxTitle}</h1>
        </div>
        <div className="sheet sheet__pad">
          <OutboxList />
        </div>
      </main>
    )
  },
})
