import { useSyncExternalStore } from 'react'
import type { Post } from '#shared/api/shapes.ts'

type PostChange = Partial<Omit<Post, 'id' | 'category' | 'author' | 'created_at'>> & {
  is_removed?: boolean
  is_hidden?: boolean
}

const changes = new Map<number, PostChange>()
const listeners = new Set<() => void>()

function notifyListeners(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function changePost(id: number, change: PostChange): void {
  changes.set(id, { ...changes.get(id), ...change })
  notifyListeners()
}

export function addToCommentCount(post: Post, by: number): void {
  const count = changes.get(post.id)?.comment_count ?? post.comment_count
  changePost(post.id, { comment_count: Math.max(0, count + by) })
}

/** Drops local changes to posts that were just loaded from the server. */
export function receivePosts(posts: readonly { id: number }[]): void {
  for (const { id } of posts) changes.delete(id)
}

/** Returns why a post does not accept comments. */
export function useClosed(post: Post): 'removed' | 'locked' | null {
  return useSyncExternalStore(
    subscribe,
    () => closedBy({ ...post, ...changes.get(post.id) }),
    () => closedBy(post),
  )
}

/** Moderators can still comment on a locked post. */
const closedBy = ({ removal, is_locked, can }: Post) =>
  removal !== null ? 'removed' : is_locked && !can.moderate ? 'locked' : null

export function usePost<P extends Post>(post: P): P & { is_removed?: boolean; is_hidden?: boolean } {
  const change = useSyncExternalStore(
    subscribe,
    () => changes.get(post.id),
    () => undefined,
  )
  return change ? { ...post, ...change } : post
}
