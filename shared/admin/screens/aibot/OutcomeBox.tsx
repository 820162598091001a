import { paths } from '#shared/paths.ts'
import { Notice } from '#shared/ui/Notice.tsx'
import { useAdmin } from '../../kit/context.ts'
import { SiteLink } from '../../kit/SiteLink.tsx'
import type { Outcome } from './work.ts'

export function OutcomeBox({ outcome }: { outcome: Outcome }) {
  const { t } = useAdmin()

  switch (outcome.kind) {
    case 'failure':
      return <Notice kind="danger">{outcome.text}</Notice>
    case 'posts':
      return (
        <Notice kind={outcome.posts.length < outcome.asked ? 'warning' : 'success'}>
          <p>
            {t.bot.madePosts(outcome.posts.length)}
            {outcome.posts.length < outcome.asked && ` ${t.bot.fewer(outcome.asked)}`}
          </p>
          <ul className="bot-made">
            {outcome.posts.map(({ id, title }) => (
              <li key={id}>
                <SiteLink path={paths.post(id)}>{title}</SiteLink>
              </li>
            ))}
          </ul>
        </Notice>
      )
    case 'replies': {
      const isIdle = outcome.responded + outcome.failed === 0
      return (
        <Notice kind={outcome.failed > 0 ? 'warning' : isIdle ? 'info' : 'success'}>
          {isIdle ? t.bot.nothingPending : t.bot.replied(outcome.responded, outcome.failed)}
        </Notice>
      )
    }
    case 'test':
      return (
        <Notice kind="success">
          <p>{outcome.mock ? t.bot.testedMock : t.bot.tested(outcome.provider, outcome.model)}</p>
          <blockquote className="bot-answer">{outcome.content}</blockquote>
        </Notice>
      )
  }
}
