import { useState, type FormEvent } from 'react'
import { LIMITS } from '#shared/limits.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { useAdmin } from '../../kit/context.ts'
import { OutcomeBox } from './OutcomeBox.tsx'
import { useBot } from './useBot.ts'
import { Working } from './Working.tsx'

export function BotActions() {
  const { api, t } = useAdmin()
  const { start, running, outcome } = useBot()
  const [topic, setTopic] = useState('')

  const button = (kind: 'post' | 'posts' | 'replies', label: string, onClick: () => void) => (
    <Button busy={running?.kind === kind} aria-disabled={running !== null || undefined} onClick={onClick}>
      {label}
    </Button>
  )

  const createPost = () =>
    start('post', async () => ({ kind: 'posts', asked: 1, posts: [(await api.adminBot.createPost()).post] }))
  const createPosts = () =>
    start('posts', async () => {
      const { posts } = await api.adminBot.autoPost({ count: LIMITS.botPosts })
      return { kind: 'posts', asked: LIMITS.botPosts, posts }
    })
  const respondAll = () => start('replies', async () => ({ kind: 'replies', ...(await api.adminBot.autoRespondAll()) }))

  function test(event: FormEvent) {
    event.preventDefault()
    start('test', async () => ({ kind: 'test', ...(await api.adminBot.test(topic.trim() === '' ? {} : { topic })) }))
  }

  return (
    <section className="admin__section" aria-labelledby="bot-actions">
      <h2 id="bot-actions">{t.bot.actions}</h2>
      <div className="btn-row">
        {button('post', t.bot.createPost, createPost)}
        {button('posts', t.bot.createPosts, createPosts)}
        {button('replies', t.bot.respondAll, respondAll)}
      </div>
      <form className="toolbar" onSubmit={test}>
        <Field label={t.bot.topic}>
          <TextInput maxLength={200} value={topic} onChange={(event) => setTopic(event.target.value)} />
        </Field>
        <Button type="submit" busy={running?.kind === 'test'} aria-disabled={running !== null || undefined}>
          {t.bot.test}
        </Button>
      </form>
      <p className="admin__none">{t.bot.topicHint}</p>
      <div data-outcome="" aria-live="polite">
        {running && <Working running={running} />}
        {outcome && <OutcomeBox outcome={outcome} />}
      </div>
    </section>
  )
}
