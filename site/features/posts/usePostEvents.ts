import { useEffect, useEffectEvent, useState } from 'react'
import type { Post } from '#shared/api/shapes.ts'
import { pageErrorOf } from '#site/core/errors.ts'
import { keepInPlace } from '#site/core/keep-in-place.ts'
import { changePost } from '#site/core/posts-store.ts'
import { createReadQueue } from '#site/core/read-queue.ts'
import { useSite } from '#site/core/site-context.tsx'
import { withJitter, useEvents } from '#site/features/events/events.ts'
import { isVoting } from '#site/features/votes/useVote.ts'

/** Returns true once the post was deleted. */
export function usePostEvents({ id }: Post, since: string | null): boolean {
  const { api } = useSite()
  const [isGone, setGone] = useState(false)

  const read = useEffectEvent(async (): Promise<void> => {
    try {
      const { user_vote: _vote, is_saved: _saved, upvotes, downvotes, ...post } = await api.posts.get({ post_id: id })
      const votes = isVoting('post', id) ? {} : { upvotes, downvotes }
      keepInPlace(() => changePost(id, { ...post, ...votes }))
    } catch (error) {
      if (pageErrorOf(error).status !== 404) throw error
      changePost(id, { is_removed: true })
      keepInPlace(() => setGone(true))
    }
  })
  const [reads] = useState(() => createReadQueue<'post'>(() => read()))
  useEffect(() => () => reads.clear(), [reads, id])

  useEvents(`post:${id}`, since, ({ name, data }) => {
    if (name === 'post') {
      const { upvotes, downvotes, comment_count } = data
      changePost(id, isVoting('post', id) ? { comment_count } : { upvotes, downvotes, comment_count })
    }
    if (name === 'resync') withJitter(() => reads.add(['post']))
  })
  return isGone
}
