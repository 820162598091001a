import type { QueueItem } from '#shared/api/queue.ts'
import type { Rule } from '#shared/api/shapes.ts'
import { paths } from '#shared/paths.ts'
import { textsFor, useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { CallForm } from '#site/core/CallForm.tsx'
import { definePage } from '#site/core/page.ts'
import { isNeutral } from '#site/core/variant-guard.ts'
import { loadForModerator, queuePage } from '#site/features/moderation/moderator-page.ts'
import { QueueEntry } from '#site/features/moderation/QueueEntry.tsx'
import { NeutralPage } from '#site/features/variant/NeutralPage.tsx'

type Data = { items: QueueItem[]; next_cursor: string | null; rules: Rule[]; decided: number | null }

/** The page has plain forms, for use without JavaScript. */
export const page = definePage({
  guard: 'user',
  load: (args) =>
    loadForModerator(args, async (api, { id: category_id }): Promise<Data> => {
      const cursor = args.query.get('cursor') ?? undefined
      const [{ items, next_cursor }, { rules }] = await Promise.all([
        api.queue.list({ category_id, cursor }),
        api.categories.rules({ category_id }),
      ])
      return { items, next_cursor, rules, decided: Number(args.query.get('decided')) || null }
    }),
  meta: (data, { t }) => ({
    title: isNeutral(data) ? t.app.adultTitle : textsFor(t.lang, 'moderation').queue.title(data.name),
    noindex: true,
  }),
  View: function CategoryQueue({ data }) {
    const { queue: texts } = useTexts('moderation')
    if (isNeutral(data)) return <NeutralPage path={data.path} />
    const { items, next_cursor, rules, decided, name } = data
    return (
      <main id="main" tabIndex={-1} className="community-settings">
        <a className="settings__back" href={paths.categorySettings(name)}>
          {texts.settings}
        </a>
        <h1 className="settings__title">{texts.title(name)}</h1>
        {decided !== null && (
          <CallForm call="queue.undo" fields={{ decision_id: decided }} next={paths.categoryQueue(name)}>
            <Button type="submit" size="small">
              {texts.undo}
            </Button>
          </CallForm>
        )}
        {items.length === 0 && <p className="sheet sheet__pad">{texts.empty}</p>}
        {items.map((item) => (
          <QueueEntry key={item.id} item={item} rules={rules} />
        ))}
        {next_cursor !== null && <a href={queuePage(name, next_cursor)}>{texts.more}</a>}
      </main>
    )
  },
})
