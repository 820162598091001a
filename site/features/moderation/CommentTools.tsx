import type { Comment } from '#shared/api/shapes.ts'
import { LoadedPart } from './LoadedPart.tsx'

const load = async () => (await import('./CommentToolItems.tsx')).CommentToolItems

export function CommentTools(props: { comment: Comment }) {
  return <LoadedPart load={load} props={props} />
}
