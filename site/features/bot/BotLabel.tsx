import { useSite } from '#site/core/site-context.tsx'

export function BotLabel({ username }: { username: string | null }) {
  const { site, t } = useSite()
  if (username?.toLowerCase() !== site.bot_username.toLowerCase()) return null
  return (
    <span className="tag tag--accent" title={t.bot.labelTitle}>
      {t.bot.label}
    </span>
  )
}
