import { useRef, useState, type CSSProperties, type FormEvent } from 'react'
import { CallError } from '#shared/api/errors.ts'
import type { Poll, Post } from '#shared/api/shapes.ts'
import { formatNumber } from '#shared/i18n/plural.ts'
import { formPath } from '#shared/rules/forms.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { FormFields } from '#site/core/CallForm.tsx'
import { showFailure } from '#site/core/call-failed.ts'
import { useClock } from '#site/core/clock.tsx'
import { changePost } from '#site/core/posts-store.ts'
import { useSignInFirst } from '#site/core/useSignInFirst.ts'
import { useSite } from '#site/core/site-context.tsx'

const HOUR = 3_600_000

export function PollView({ postId, poll }: { postId: number; poll: Poll }) {
  const t = useTexts('polls')
  const hasResult = poll.options[0]?.votes !== null
  const section = useRef<HTMLElement>(null)

  function show(changes: Partial<Post>): void {
    if (section.current?.contains(document.activeElement)) section.current.focus({ preventScroll: true })
    changePost(postId, changes)
  }

  return (
    <section ref={section} className="poll" tabIndex={-1} aria-label={t.title}>
      {hasResult ? <Result poll={poll} /> : <Ballot postId={postId} poll={poll} onVoted={show} />}
      <p className="poll__foot num" aria-live="polite">
        {t.votes(poll.total_votes)} · <TimeLeft poll={poll} />
        {!hasResult && ` · ${t.secret}`}
      </p>
    </section>
  )
}

function TimeLeft({ poll }: { poll: Poll }) {
  const t = useTexts('polls')
  const { now } = useClock()
  const hours = Math.floor((Date.parse(poll.closes_at) - now) / HOUR)
  if (poll.is_closed || hours < 0) return t.closed
  return (
    <time dateTime={poll.closes_at}>
      {hours < 1 ? t.soon : hours < 48 ? t.hoursLeft(hours) : t.daysLeft(Math.floor(hours / 24))}
    </time>
  )
}

function Result({ poll: { options, total_votes, my_option_id } }: { poll: Poll }) {
  const { lang } = useSite()
  const t = useTexts('polls')
  return (
    <ul className="poll__options">
      {options.map(({ id, text, votes }) => {
        const percent = Math.round((100 * votes!) / Math.max(1, total_votes))
        return (
          <li key={id} className="poll__result" style={{ '--share': `${percent}%` } as CSSProperties}>
            <span className="poll__text">
              {text} {id === my_option_id && <span className="tag tag--accent">{t.mine}</span>}
            </span>
            <span className="num">
              {formatNumber(lang, votes!)} ({percent}%)
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function Ballot({ postId, poll, onVoted }: { postId: number; poll: Poll; onVoted: (changes: Partial<Post>) => void }) {
  const { api } = useSite()
  const t = useTexts('polls')
  const signInFirst = useSignInFirst()
  const [isBusy, setBusy] = useState(false)

  async function vote(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const option_id = Number(new FormData(event.currentTarget).get('option_id'))
    if (isBusy || option_id === 0 || !signInFirst(t.signIn)) return
    setBusy(true)
    try {
      onVoted(await api.polls.vote({ post_id: postId, option_id }))
    } catch (error) {
      showFailure(error, t.failed)
      if (!(error instanceof CallError) || error.status !== 409) return
      const { poll: current } = await api.posts.get({ post_id: postId })
      onVoted({ poll: current })
    } finally {
      setBusy(false)
    }
  }

  return (
    <form method="post" action={formPath('polls.vote')} onSubmit={(event) => void vote(event)}>
      <FormFields fields={{ post_id: postId }} />
      <fieldset className="poll__options">
        <legend className="visually-hidden">{t.title}</legend>
        {poll.options.map(({ id, text }) => (
          <label key={id} className="poll__option">
            <input type="radio" name="option_id" value={id} required />
            <span className="poll__text">{text}</span>
          </label>
        ))}
      </fieldset>
      <Button type="submit" busy={isBusy} busyLabel={t.working}>
        {t.vote}
      </Button>
    </form>
  )
}
