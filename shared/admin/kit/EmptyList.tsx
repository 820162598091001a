import Inbox from 'lucide-react/icons/inbox'
import SearchX from 'lucide-react/icons/search-x'
import { EmptyState } from '#shared/ui/State.tsx'

type EmptyListProps = {
  search?: string
  /** What is said where nothing was searched for. */
  title: string
  text: string
  /** What is said where a search found nothing. */
  notFound?: string
}

/** In place of the rows of a list that has none. */
export function EmptyList({ search = '', title, text, notFound }: EmptyListProps) {
  return search === '' || notFound === undefined
    ? <EmptyState icon={<Inbox size={28} aria-hidden />} title={title} text={text} />
    : <EmptyState icon={<SearchX size={28} aria-hidden />} title={notFound} text={`„${search}”`} />
}
