import type { Hook } from '#shared/api/hooks.ts'
import { paths } from '#shared/paths.ts'
import { textsFor, useTexts } from '#shared/texts.ts'
import { idInAddress } from '#site/core/query.ts'
import { definePage } from '#site/core/page.ts'
import { isNeutral } from '#site/core/variant-guard.ts'
import { HookEntry, NewHook, type HookLog } from '#site/features/moderation/HookEntry.tsx'
import { loadForModerator } from '#site/features/moderation/moderator-page.ts'
import { NeutralPage } from '#site/features/variant/NeutralPage.tsx'

type Data = { hooks: Hook[]; log: HookLog | null }

/** The page has plain forms, for use without JavaScript. */
export const page = definePage({
  guard: 'user',
  load: (args) =>
    loadForModerator(args, async (api, { id: category_id }): Promise<Data> => {
      const { hooks } = await api.hooks.list({ category_id })
      const asked = idInAddress(args.query.get('log'))
      const hook = hooks.find(({ id }) => id === asked)
      if (!hook) return { hooks, log: null }
      const page = await api.hooks.deliveries({ hook_id: hook.id, cursor: args.query.get('cursor') ?? undefined })
      return { hooks, log: { hook_id: hook.id, ...page } }
    }),
  meta: (data, { t }) => ({
    title: isNeutral(data) ? t.app.adultTitle : textsFor(t.lang, 'hooks').titleOf(data.name),
    noindex: true,
  }),
  View: function CategoryHooks({ data }) {
    const { queue } = useTexts('moderation')
    const text = useTexts('hooks')
    if (isNeutral(data)) return <NeutralPage path={data.path} />
    const { hooks, log, name, category_id } = data
    return (
      <main id="main" tabIndex={-1} className="community-settings">
        <a className="settings__back" href={paths.categorySettings(name)}>
          {queue.settings}
        </a>
        <h1 className="settings__title">{text.titleOf(name)}</h1>
        <p className="sheet sheet__pad">{text.lead}</p>
        {hooks.length === 0 && <p className="sheet sheet__pad">{text.none}</p>}
        {hooks.map((hook) => (
          <HookEntry key={hook.id} hook={hook} log={log?.hook_id === hook.id ? log : null} name={name} />
        ))}
        <NewHook categoryId={category_id} />
      </main>
    )
  },
})
