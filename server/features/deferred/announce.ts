import type { Tx } from '#server/db/driver/client.ts'
import { addJob } from '#server/jobs/add.ts'
import { lockContentUnlessDeleted, type ContentRef } from '../moderation/index.ts'
import { notifyMentioned } from '../notifications/queries.ts'
import { findLiveOfPost } from '../streams/queries.ts'
import { announceComment, announcePost, isMember, placeOf, takeUnannounced } from './queries.ts'

/** Gives the deferred points and sends the deferred notifications of a post or comment if it has become public. */
export async function announceDeferred(tx: Tx, ref: ContentRef, clock: { now: Date; timeZone: string }): Promise<void> {
  const thing = await lockContentUnlessDeleted(tx, ref)
  if (!thing || thing.removal_id !== null || thing.held_at !== null) return
  const waiting = await takeUnannounced(tx, ref)
  const { kind, id, post_id, author_id } = thing
  if (!waiting || author_id === null || !(await isMember(tx, author_id))) return
  const { isNew, mentions } = waiting
  if (!isNew)
    await notifyMentioned(tx, {
      usernames: mentions,
      actorId: author_id,
      postId: post_id,
      commentId: kind === 'comment' ? id : null,
      now: clock.now,
    })
  else if (kind === 'post') {
    await announcePost(tx, { id, author_id, mentions }, clock)
    const stream_id = await findLiveOfPost(tx, id)
    if (stream_id !== null) await addJob(tx, 'announce_stream', { stream_id })
  } else
    await announceComment(tx, { id, post_id, author: { id: author_id }, mentions, ...(await placeOf(tx, id)) }, clock)
}
