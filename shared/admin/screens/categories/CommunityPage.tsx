import { paths } from '#shared/paths.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Filters } from '../../community/Filters.tsx'
import { Flairs } from '../../community/Flairs.tsx'
import { Hooks } from '../../community/Hooks.tsx'
import { Moderators } from '../../community/Moderators.tsx'
import { Rules } from '../../community/Rules.tsx'
import { useAdmin } from '../../kit/context.ts'
import { LoadFailure } from '../../kit/LoadFailure.tsx'
import { SiteLink } from '../../kit/SiteLink.tsx'
import { useLoaded } from '../../kit/useLoaded.ts'
import { useTools } from './useTools.tsx'

export function CommunityPage({ name, onBack }: { name: string; onBack: () => void }) {
  const texts = useTexts('filters')
  const hookTexts = useTexts('hooks')
  const { api, t, me, scope } = useAdmin()
  const text = useTexts('community')
  const loaded = useLoaded(name, async (signal) => {
    const category = await api.categories.byName({ name }, { signal })
    const of = { category_id: category.id }
    const [{ rules }, { flairs }, list] = await Promise.all([
      api.categories.rules(of, { signal }),
      api.categories.flairs(of, { signal }),
      api.moderators.list(of, { signal }),
    ])
    return { category, rules, flairs, list }
  })
  const own = loaded.data?.list.moderators.find(({ user }) => user.username === me.username)
  const tools = useTools(scope === 'admin' ? null : (own?.user.id ?? 0))

  return (
    <section className="admin__section community-page">
      <div className="form__actions">
        <h2 className="community-page__title">
          <SiteLink path={paths.category(name)} isNsfw={loaded.data?.category.is_nsfw}>
            r/{name}
          </SiteLink>
        </h2>
        <Button onClick={onBack}>{t.categories.toList}</Button>
      </div>
      <LoadFailure loaded={loaded} />
      {loaded.data && (
        <>
          <h3>{text.rules.title}</h3>
          <p className="settings__lead">{text.rules.lead}</p>
          <Rules categoryId={loaded.data.category.id} loaded={loaded.data.rules} tools={tools} />
          <h3>{text.flairs.title}</h3>
          <p className="settings__lead">{text.flairs.lead}</p>
          <Flairs categoryId={loaded.data.category.id} loaded={loaded.data.flairs} tools={tools} />
          <h3>{text.moderators.title}</h3>
          <p className="settings__lead">{text.moderators.lead}</p>
          <Moderators
            categoryId={loaded.data.category.id}
            loaded={loaded.data.list}
            tools={tools}
            onSteppedDown={onBack}
          />
          <h3>{texts.title}</h3>
          <p className="settings__lead">{texts.lead}</p>
          <Filters categoryId={loaded.data.category.id} calls={api.filters} tools={tools} />
          <h3>{hookTexts.title}</h3>
          <p className="settings__lead">{hookTexts.lead}</p>
          <Hooks categoryId={loaded.data.category.id} calls={api.hooks} tools={tools} />
        </>
      )}
    </section>
  )
}
