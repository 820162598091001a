import type { QueueItem } from '#shared/api/queue.ts'
import { formatNumber } from '#shared/i18n/plural.ts'
import { paths } from '#shared/paths.ts'
import { exactTime } from '#shared/rules/relative-time.ts'
import { Button } from '#shared/ui/Button.tsx'
import { useAdmin } from '../../../kit/context.ts'
import { SiteLink } from '../../../kit/SiteLink.tsx'

export function AuthorCard({ author, id }: { author: NonNullable<QueueItem['author']>; id: number | null }) {
  const { t, lang, shell, scope } = useAdmin()
  const text = t.queue.author
  const { username, created_at, trust_level, removed_30d, bans } = author
  return (
    <section className="queue__author" aria-label={text.title}>
      <h4>
        <SiteLink path={paths.user(username)}>{username}</SiteLink>
      </h4>
      <dl className="report__facts">
        <dt>{text.since}</dt>
        <dd className="num">{exactTime(created_at).slice(0, 10)}</dd>
        {trust_level !== null && (
          <>
            <dt>{text.trust}</dt>
            <dd>{text.level(trust_level)}</dd>
          </>
        )}
        <dt>{text.removed}</dt>
        <dd className="num">{formatNumber(lang, removed_30d)}</dd>
        <dt>{text.bans}</dt>
        <dd className="num">{formatNumber(lang, bans)}</dd>
      </dl>
      {scope === 'admin' && id !== null && (
        <Button size="small" onClick={() => shell.go(`tab=users&user=${id}`, 'push')}>
          {t.users.manageOf(username)}
        </Button>
      )}
    </section>
  )
}
