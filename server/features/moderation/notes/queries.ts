import { and, desc, eq, isNull } from 'drizzle-orm'
import { LIMITS } from '#shared/limits.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { user } from '../../users/table.ts'
import { moderatorNote } from './table.ts'

type NoteScope = { userId: number; categoryId: number | null }

export async function insertNote(
  tx: DbOrTx,
  { userId, categoryId }: NoteScope,
  note: { by_id: number | null; text: string; created_at: Date },
): Promise<void> {
  await tx.insert(moderatorNote).values({ ...note, user_id: userId, category_id: categoryId })
}

export async function listNotes(tx: DbOrTx, { userId, categoryId }: NoteScope) {
  const rows = await tx
    .select({ id: moderatorNote.id, text: moderatorNote.text, by: user.username, created_at: moderatorNote.created_at })
    .from(moderatorNote)
    .leftJoin(user, and(eq(user.id, moderatorNote.by_id), isNull(user.deleted_at)))
    .where(
      and(
        eq(moderatorNote.user_id, userId),
        categoryId === null ? isNull(moderatorNote.category_id) : eq(moderatorNote.category_id, categoryId),
      ),
    )
    .orderBy(desc(moderatorNote.id))
    .limit(LIMITS.listLimit)
  return rows.map(({ by, ...note }) => ({ ...note, by: by === null ? null : { username: by } }))
}
