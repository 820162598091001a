import { eq } from 'drizzle-orm'
import type { PersonalData } from '#server/db/personal-data.ts'
import { idempotencyKey } from './table.ts'

export const idempotencyData = {
  notExported: { 'idempotency_key.user_id': 'answers to calls, for a day; what the calls made is in other files' },
  async deletedAtOnce(tx, { userId }) {
    await tx.delete(idempotencyKey).where(eq(idempotencyKey.user_id, userId))
  },
} satisfies PersonalData
