import { useState } from 'react'
import { paths } from '#shared/paths.ts'
import { exactTime } from '#shared/rules/relative-time.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Flairs } from '../../community/Flairs.tsx'
import { Moderators } from '../../community/Moderators.tsx'
import { Rules } from '../../community/Rules.tsx'
import { communityTexts } from '../../community/texts.ts'
import type { Tools } from '../../community/tools.ts'
import { useAdmin } from '../../kit/context.ts'
import { failureText, isSignedOut } from '../../kit/failure.ts'
import { LoadFailure } from '../../kit/LoadFailure.tsx'
import { SiteLink } from '../../kit/SiteLink.tsx'
import { useLoaded } from '../../kit/useLoaded.ts'

const useUnkept: Tools['useKept'] = (_, initial) => {
  const [values, setValues] = useState(initial)
  return [values, (part) => setValues((now) => ({ ...now, ...part })), (next = initial) => setValues(next)]
}

export function CommunityPage({ name, onBack }: { name: string, onBack: () => void }) {
  const { api, shell, t, lang, me, scope } = useAdmin()
  const text = communityTexts[lang]
  const loaded = useLoaded(name, async (signal) => {
    const category = await api.categories.byName({ name }, { signal })
    const of = { category_id: category.id }
    const [{ rules }, { flairs }, list] = await Promise.all([
      api.categories.rules(of, { signal }), api.categories.flairs(of, { signal }), api.moderators.list(of, { signal }),
    ])
    return { category, rules, flairs, list }
  })
  const own = loaded.data?.list.moderators.find(({ user }) => user.username === me.username)
  const tools: Tools = {
    api, lang,
    ask: (question) => shell.confirm(question),
    date: (at) => exactTime(at).slice(0, 10),
    viewerId: scope === 'admin' ? null : own?.user.id ?? 0,
    failed: (error) => {
      if (isSignedOut(error)) shell.onSignedOut()
      return failureText(error, t)
    },
    linkTo: (username) => <SiteLink className="settings__device" path={paths.user(username)}>{username}</SiteLink>,
    useKept: useUnkept,
  }

  return (
    <section className="admin__section community-page">
      <div className="form__actions">
        <h2 className="community-page__title"><SiteLink path={paths.category(name)} isNsfw={loaded.data?.category.is_nsfw}>r/{name}</SiteLink></h2>
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
          <Moderators categoryId={loaded.data.category.id} loaded={loaded.data.list} tools={tools} onSteppedDown={onBack} />
        </>
      )}
    </section>
  )
}
