import { Link } from 'react-router-dom'
import { modmailTexts } from '#shared/admin/modmail/texts.ts'
import { paths } from '#shared/paths.ts'
import { Badge } from '#shared/ui/Badge.tsx'
import { useText } from '#site/core/site-context.tsx'

/** Private conversations, and threads with moderators. */
export function MessageSections({ section, unread }: { section: 'conversations' | 'moderators'; unread: number }) {
  const t = modmailTexts[useText().lang]
  return (
    <nav className="page-tabs" aria-label={t.sections}>
      <div className="tabs">
        <Link
          to={paths.messages()}
          className="tabs__tab"
          aria-current={section === 'conversations' ? 'page' : undefined}>
          {t.conversations}
        </Link>
        <Link
          to={paths.modmailList()}
          className="tabs__tab"
          aria-current={section === 'moderators' ? 'page' : undefined}>
          {t.title} <Badge count={unread} />
          {unread > 0 && <span className="visually-hidden">{t.unread(unread)}</span>}
        </Link>
      </div>
    </nav>
  )
}
