import { formatNumber } from '#shared/i18n/plural.ts'
import { paths } from '#shared/paths.ts'
import { Table } from '#shared/ui/Table.tsx'
import { useAdmin } from '../../kit/context.ts'
import { Timestamp } from '../../kit/Timestamp.tsx'
import { SiteLink } from '../../kit/SiteLink.tsx'
import type { BotStats } from './BotFacts.tsx'

export function RecentPosts({ posts }: { posts: BotStats['recent_posts'] }) {
  const { t, lang } = useAdmin()

  return (
    <section className="admin__section">
      <h2>{t.bot.recent}</h2>
      <Table
        caption={t.bot.recent}
        columns={[
          {
            key: 'title',
            header: t.bot.title,
            cell: ({ id, title }) => <SiteLink path={paths.post(id)}>{title}</SiteLink>,
          },
          { key: 'upvotes', header: t.bot.upvotes, cell: ({ upvotes }) => formatNumber(lang, upvotes), end: true },
          { key: 'comments', header: t.bot.comments, cell: ({ comments }) => formatNumber(lang, comments), end: true },
          { key: 'created_at', header: t.bot.date, cell: ({ created_at }) => <Timestamp at={created_at} />, end: true },
        ]}
        rows={posts}
        rowKey={({ id }) => id}
        empty={t.bot.noPosts}
      />
    </section>
  )
}
