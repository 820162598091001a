import { useState } from 'react'
import { Link } from 'react-router-dom'
import { editAccount, MESSAGE_POLICIES, type Account } from '#shared/api/account.ts'
import { PAGE } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Choices } from '#shared/ui/Choices.tsx'
import { failureText, hasOwnToast } from '#site/core/call-failed.ts'
import type { LoadArgs } from '#site/core/page.ts'
import { CallForm, FormFields, withScripts } from '#site/core/CallForm.tsx'
import { useEarlyForm } from '#site/core/useEarlyForm.ts'
import { useSite } from '#site/core/site-context.tsx'
import { Outcome } from './Outcome.tsx'
import { SettingsPart } from './SettingsFrame.tsx'
import { useSettingsForm } from './useSettingsForm.ts'

type Blocked = { id: number; username: string }

export async function loadPrivacySection({ api }: LoadArgs): Promise<{ account: Account; blocked: Blocked[] }> {
  const [account, { blocked_users: blocked }] = await Promise.all([api.account.get(), api.blocks.list()])
  return { account, blocked }
}

export function PrivacySection({ data: { account, blocked } }: { data: { account: Account; blocked: Blocked[] } }) {
  return (
    <>
      <PolicyForm message_policy={account.message_policy} />
      <BlockedPeople loaded={blocked} />
    </>
  )
}

function PolicyForm({ message_policy }: Pick<Account, 'message_policy'>) {
  const { api } = useSite()
  const text = useTexts('settings')
  const { values, change, failure, done, isBusy, submit } = useSettingsForm({
    draft: null,
    call: 'account.edit',
    initial: { message_policy },
    schema: editAccount,
    fallback: text.failed,
    send: async (form) => {
      const saved = await api.account.edit(form)
      return { done: text.saved, values: { message_policy: saved.message_policy } }
    },
  })
  return (
    <SettingsPart title={text.policy.title} lead={text.policy.note}>
      <form
        className="form"
        {...useEarlyForm(change, 'account.edit')}
        onSubmit={(event) => void submit(event)}
        noValidate>
        <FormFields />
        <Choices
          label={text.policy.label}
          name="message_policy"
          value={values.message_policy}
          onChange={(policy) => change({ message_policy: policy })}
          options={MESSAGE_POLICIES.map((value) => ({ value, ...text.policy.options[value] }))}
        />
        <Outcome done={done} failure={failure} />
        <div className="form__actions">
          <Button type="submit" variant="primary" busy={isBusy}>
            {text.policy.submit}
          </Button>
        </div>
      </form>
    </SettingsPart>
  )
}

function BlockedPeople({ loaded }: { loaded: Blocked[] }) {
  const texts = useTexts('users')
  const { api } = useSite()
  const text = useTexts('settings').blocked
  const [people, setPeople] = useState(loaded)
  const [hasMore, setHasMore] = useState(loaded.length === PAGE.list)
  const [done, setDone] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState<number | 'more' | null>(null)

  async function run(what: number | 'more', fallback: string, action: () => Promise<string | null>): Promise<void> {
    if (busy !== null) return
    setBusy(what)
    setFailure(null)
    setDone(null)
    try {
      setDone(await action())
    } catch (error) {
      if (!hasOwnToast(error)) setFailure(failureText(error, fallback))
    } finally {
      setBusy(null)
    }
  }

  const unblock = ({ id, username }: Blocked) =>
    run(id, texts.unblockFailed, async () => {
      await api.blocks.unblock({ user_id: id })
      setPeople((now) => now.filter((person) => person.id !== id))
      return text.unblocked(username)
    })

  const loadMore = () =>
    run('more', texts.listFailed, async () => {
      const { blocked_users } = await api.blocks.list({ offset: people.length })
      setPeople((now) => [...now, ...blocked_users.filter(({ id }) => now.every((person) => person.id !== id))])
      setHasMore(blocked_users.length === PAGE.list)
      return null
    })

  return (
    <SettingsPart title={text.title} lead={people.length === 0 ? text.none : undefined}>
      {people.length > 0 && (
        <ul className="settings__rows">
          {people.map((person) => (
            <li key={person.id} className="settings__row settings__row--plain">
              <Link to={paths.user(person.username)}>u/{person.username}</Link>
              <CallForm call="blocks.unblock" fields={{ user_id: person.id }}>
                <Button
                  type="submit"
                  size="small"
                  busy={busy === person.id}
                  aria-label={text.unblockOf(person.username)}
                  onClick={withScripts(() => unblock(person))}>
                  {text.unblock}
                </Button>
              </CallForm>
            </li>
          ))}
        </ul>
      )}
      <Outcome done={done} failure={failure} />
      {hasMore && (
        <Button className="needs-js" busy={busy === 'more'} onClick={() => void loadMore()}>
          {text.more}
        </Button>
      )}
    </SettingsPart>
  )
}
