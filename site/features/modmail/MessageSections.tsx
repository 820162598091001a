import { Link } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { useTexts } from '#shared/texts.ts'
import { useSite } from '#site/core/site-context.tsx'
import { Badge } from '#shared/ui/Badge.tsx'

export function MessageSections({ section, unread }: { section: 'conversations' | 'moderators'; unread: number }) {
  const t = useTexts('modmail')
  const { site } = useSite()
  if (!site.features.modmail) return null
  return (
    <nav className="page-tabs" aria-label={t.sections}>
      <div className="tabs">
        <Link
          to={paths.messages()}
          className="tabs__tab"
          aria-current={section === 'conversations' ? 'page' : undefined}>
          {t.conversations}
        </Link>{' '}
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
