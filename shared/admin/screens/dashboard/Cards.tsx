import type { ReactNode } from 'react'
import type { Api } from '#shared/api/index.ts'
import { formatNumber } from '#shared/i18n/plural.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { useAdmin } from '../../kit/context.ts'

type Numbers = Awaited<ReturnType<Api['admin']['dashboard']>>

export function Cards({ numbers }: { numbers: Numbers | null }) {
  const { t, lang } = useAdmin()
  const { cards, ...text } = t.dashboard
  const n = (value: number) => formatNumber(lang, value)
  if (numbers === null) {
    return (
      <dl className="stats" aria-busy>
        {Object.entries(cards).map(([key, name]) => (
          <Card key={key} name={name} value={<Skeleton width={2} />} notes={[{ text: <Skeleton width={3} /> }]} />
        ))}
      </dl>
    )
  }
  const {
    totals,
    last_24h,
    last_30d,
    categories,
    active,
    operations: { jobs, mail },
  } = numbers
  return (
    <dl className="stats">
      <Card name={cards.users} value={n(totals.users)} notes={[{ text: text.lastDay(n(last_24h.new_users)) }]} />
      <Card name={cards.posts} value={n(totals.posts)} notes={[{ text: text.lastDay(n(last_24h.new_posts)) }]} />
      <Card name={cards.comments} value={n(totals.comments)} />
      <Card name={cards.messages} value={n(totals.messages)} />
      <Card name={cards.categories} value={n(totals.categories)} notes={[{ text: text.nsfw(n(categories.nsfw)) }]} />
      <Card name={cards.streams} value={n(totals.streams)} notes={[{ text: text.live(n(active.streams)) }]} />
      <Card
        name={cards.reports}
        value={n(totals.reports)}
        notes={[{ text: text.unresolved(n(active.unresolved_reports)), isWarning: active.unresolved_reports > 0 }]}
      />
      <Card
        name={cards.month}
        value={`+${n(last_30d.new_users + last_30d.new_posts)}`}
        notes={[{ text: text.newUsers(n(last_30d.new_users)) }, { text: text.newPosts(n(last_30d.new_posts)) }]}
      />
      <Card
        name={cards.jobs}
        value={n(jobs.waiting)}
        notes={[{ text: text.failed(n(jobs.failed)), isWarning: jobs.failed > 0 }]}
      />
      <Card
        name={cards.mail}
        value={n(mail.waiting)}
        notes={[
          { text: text.failed(n(mail.failed)), isWarning: mail.failed > 0 },
          { text: text.delivery[mail.delivery] },
        ]}
      />
    </dl>
  )
}

type CardProps = { name: string; value: ReactNode; notes?: { text: ReactNode; isWarning?: boolean }[] }

export function Card({ name, value, notes = [] }: CardProps) {
  return (
    <div className="stat">
      <dt className="stat__name">{name}</dt>
      <dd className="stat__value">{value}</dd>
      {notes.map(({ text, isWarning }, at) => (
        <dd key={at} className={classNames('stat__note', isWarning && 'stat__note--warning')}>
          {text}
        </dd>
      ))}
    </div>
  )
}
