import MessagesSquare from 'lucide-react/icons/messages-square'
import { EmptyState } from '#shared/ui/State.tsx'
import { useText } from '#site/app/site-context.tsx'

/** In place of comments where there are none. */
export function NoComments() {
  const { comments: t } = useText()
  return <EmptyState icon={<MessagesSquare size={28} aria-hidden />} title={t.emptyTitle} text={t.emptyText} />
}
