import type { EventData } from '#shared/api/events.ts'
import type { Comment } from '#shared/api/shapes.ts'

/** Returns ids of comments that changed or are gone, and new comments by others. */
export function effectOf(
  data: EventData<'thread'>,
  find: (id: number) => Comment | undefined,
  viewer: { id: number; username: string } | null,
) {
  const isKnown = (id: number) => find(id) !== undefined
  const isOwn = ({ author }: { author: string | null }) => viewer !== null && author === viewer.username
  // A removed comment stays visible to its author and to moderators.
  const staysVisible = (comment: Comment | undefined) =>
    comment && (comment.can.moderate || (viewer !== null && comment.author_id === viewer.id))
  const visible = data.removed.filter((id) => staysVisible(find(id)))
  const gone = data.removed.filter((id) => isKnown(id) && !visible.includes(id))
  const created = data.new.map(({ comment_id }) => comment_id)
  const restored = created.filter((id) => gone.includes(id) || find(id)?.is_deleted === true)
  return {
    arrived: data.new.filter((comment) => !isOwn(comment)),
    own: data.new
      .filter(isOwn)
      .map(({ comment_id }) => comment_id)
      .filter((id) => !isKnown(id)),
    gone,
    changed: [...visible, ...data.edited.filter(isKnown), ...restored],
  }
}
