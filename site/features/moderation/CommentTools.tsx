import type { Comment } from '#shared/api/shapes.ts'
import { LoadedPart } from './LoadedPart.tsx'

const load = async () => (await import('./CommentToolItems.tsx')).CommentToolItems

/** Menu items for moderators. Their code is loaded on demand. */
export function CommentTools(props: { comment: Comment }) {
  return <LoadedPart load={load} props={props} />
}
