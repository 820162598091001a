import type { Api } from '#shared/api/index.ts'
import { Button } from '#shared/ui/Button.tsx'
import { useAdmin } from '../../kit/context.ts'
import { Timestamp } from '../../kit/Timestamp.tsx'
import { useBot } from './useBot.ts'

type Pending = Awaited<ReturnType<Api['adminBot']['pendingComments']>>

export function PendingComments({ pending }: { pending: Pending }) {
  const { api, t } = useAdmin()
  const { start, running } = useBot()

  function respond(comment_id: number) {
    start(
      'reply',
      async () => {
        await api.adminBot.respond({ comment_id })
        return null
      },
      { commentId: comment_id, done: t.bot.responded },
    )
  }

  return (
    <section className="admin__section" aria-labelledby="bot-pending">
      <h2 id="bot-pending">{t.bot.pending}</h2>
      {pending.length === 0 && <p className="admin__none">{t.bot.noPending}</p>}
      <ul className="pending">
        {pending.map(({ id, author, post_title, content, created_at }) => {
          const name = author ?? t.bot.deletedAuthor
          return (
            <li key={id} className="pending__item">
              <div className="pending__head">
                <b>{name}</b>
                <span>{post_title}</span>
                <Timestamp at={created_at} />
              </div>
              <p className="pending__text">{content}</p>
              <Button
                size="small"
                aria-label={t.bot.respondTo(name)}
                busy={running?.commentId === id}
                aria-disabled={running !== null || undefined}
                onClick={() => respond(id)}>
                {t.bot.respond}
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
