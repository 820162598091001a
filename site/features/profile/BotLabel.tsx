import { useSite } from '#site/app/site-context.tsx'

/** Stands beside the name of an author: nothing where a person wrote, a mark where the bot did. */
export function BotLabel({ username }: { username: string | null }) {
  const { site, t } = useSite()
  if (username?.toLowerCase() !== site.bot_username.toLowerCase()) return null
  return <span className="tag tag--accent" title={t.bot.labelTitle}>{t.bot.label}</span>
}
