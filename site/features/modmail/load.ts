import type { SiteApi } from '#shared/api/public.ts'
import type { ModmailThread } from '#shared/api/modmail.ts'
import type { SiteInfo } from '#site/core/page.ts'
import { pageErrorOf } from '#site/core/errors.ts'

export type BoxName = 'mine' | 'staff'
export type ThreadState = 'open' | 'archived'
export type ThreadPage = { threads: ModmailThread[]; unread_count: number; next_cursor: string | null }

/** The staff's box shows open threads by default. */
export function boxOf(query: URLSearchParams): { box: BoxName; state: ThreadState | undefined } {
  const box = query.get('box') === 'staff' ? 'staff' : 'mine'
  const isArchive = query.get('state') === 'archived'
  return { box, state: isArchive ? 'archived' : box === 'staff' ? 'open' : undefined }
}

/** Returns null for readers who moderate nothing. */
export async function staffBox(call: Promise<ThreadPage>): Promise<ThreadPage | null> {
  try {
    return await call
  } catch (error) {
    if (pageErrorOf(error).status === 403) return null
    throw error
  }
}

export async function countUnread(api: SiteApi, { features }: SiteInfo): Promise<number> {
  if (!features.modmail) return 0
  const [mine, staff] = await Promise.all([
    api.modmail.list({ limit: 1 }),
    staffBox(api.modmail.list({ box: 'staff', limit: 1 })),
  ])
  return mine.unread_count + (staff?.unread_count ?? 0)
}
