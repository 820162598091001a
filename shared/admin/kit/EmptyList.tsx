import Inbox from 'lucide/dist/esm/icons/inbox.mjs'
import SearchX from 'lucide/dist/esm/icons/search-x.mjs'
import { Icon } from '#shared/ui/Icon.tsx'
import { EmptyState } from '#shared/ui/State.tsx'

type EmptyListProps = { search?: string; title: string; text: string; notFound?: string }

export function EmptyList({ search = '', title, text, notFound }: EmptyListProps) {
  return search === '' || notFound === undefined ? (
    <EmptyState icon={<Icon of={Inbox} size={28} />} title={title} text={text} />
  ) : (
    <EmptyState icon={<Icon of={SearchX} size={28} />} title={notFound} text={`„${search}”`} />
  )
}
