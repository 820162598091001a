import type { Api } from '#shared/api/index.ts'
import { formatNumber } from '#shared/i18n/plural.ts'
import { Notice } from '#shared/ui/Notice.tsx'
import { useAdmin } from '../../kit/context.ts'

export type BotStats = Awaited<ReturnType<Api['adminBot']['stats']>>
export type BotConfigData = Awaited<ReturnType<Api['adminBot']['config']>>

export function BotFacts({ stats, config }: { stats: BotStats; config: BotConfigData }) {
  const { t, lang } = useAdmin()
  const facts = [
    [t.bot.username, stats.bot_username],
    [t.bot.provider, config.ai_provider],
    [t.bot.model, config.model],
    [t.bot.key, config.has_api_key ? t.bot.keySet : t.bot.keyMissing],
  ] as const
  const numbers = [
    [t.bot.posts, stats.total_posts],
    [t.bot.comments, stats.total_comments],
    [t.bot.karma, stats.total_karma],
    [t.bot.average, stats.avg_karma],
  ] as const

  return (
    <section className="admin__section" aria-labelledby="bot-heading">
      <h2 id="bot-heading">{t.bot.heading}</h2>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name} className="facts__item">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {!config.has_api_key && <Notice kind="warning">{t.bot.mockNote}</Notice>}
      <dl className="stats" aria-label={t.bot.stats}>
        {numbers.map(([name, value]) => (
          <div className="stat" key={name}>
            <dt className="stat__name">{name}</dt>
            <dd className="stat__value">{formatNumber(lang, value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
