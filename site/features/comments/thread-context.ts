import { createContext, useContext } from 'react'
import type { Comment, Post } from '#shared/api/shapes.ts'
import type { Voted } from '#shared/rules/vote.ts'
import { partOnPress } from '#site/core/part-on-press.ts'
import type { ReportTarget } from '#site/features/reports/ReportForm.tsx'
import type { Moderate } from '#site/features/moderation/useModeration.tsx'
import type { Thread } from './thread.ts'
import type { Ways } from './ways.ts'
import type { useLiveThread } from './useLiveThread.ts'

export type Active = { id: number; mode: 'edit' | 'reply' } | null

export type ThreadContextValue = {
  post: Post
  thread: Thread
  isModerator: boolean
  /** Whether nobody may comment; with `isRemoved` nobody may vote either. */
  isClosed: boolean
  isRemoved: boolean
  live: ReturnType<typeof useLiveThread>
  marked: number | null
  isUnread: (comment: Comment) => boolean
  waysFrom: (id: number) => Ways
  active: Active
  setActive: (active: Active) => void
  isFolded: (id: number) => boolean
  toggleFold: (id: number) => void
  isAsking: (id: number) => boolean
  askBot: (id: number) => void
  isLoading: (parentId: number) => boolean
  loadReplies: (parentId: number) => void
  vote: (id: number, voted: Voted) => void
  posted: (comment: Comment) => Promise<void>
  edited: (comment: Comment) => void
  remove: (comment: Comment) => void
  report: (target: ReportTarget) => void
  moderate: Moderate
}

/** The code of the edit form is loaded when `setActive` is called for the first time. */
export const commentEdit = partOnPress(async () => (await import('./CommentEdit.tsx')).CommentEdit)

const ThreadContext = createContext<ThreadContextValue | null>(null)

export const ThreadProvider = ThreadContext.Provider

export function useThreadContext(): ThreadContextValue {
  const value = useContext(ThreadContext)
  if (!value) throw new Error('useThreadContext needs a ThreadProvider')
  return value
}
