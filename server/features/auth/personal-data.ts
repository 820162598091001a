import { eq, sql } from 'drizzle-orm'
import { pick, type PersonalData } from '#server/db/personal-data.ts'
import { deleteAdminTokensOf, deleteRegistrations, endSessions } from './queries.ts'
import { adminToken, emailToken, session } from './table.ts'

export const authData = {
  exported: {
    sessions: {
      explained: {
        pl: 'sesje, czyli urządzenia, na których konto jest zalogowane',
        en: 'sessions, that is, devices on which the account is signed in',
      },
      owners: [session.user_id],
      fields: sql`${session.number} as id,
        ${pick(session, 'device', 'network', 'created_at', 'last_seen_at', 'expires_at')}`,
      order: [session.number],
      leftOut: ['id'],
    },
    staff_sessions: {
      explained: { pl: 'logowania do panelu administratora', en: 'logins to the admin panel' },
      owners: [adminToken.user_id],
      fields: pick(adminToken, 'id', 'address', 'created_at', 'expires_at'),
      order: [adminToken.id],
      leftOut: ['token_hash', 'password_key', 'session_id'],
    },
  },
  notExported: { 'email_token.user_id': 'hashes of links that were mailed' },
  async deletedAtOnce(tx, { userId, email }) {
    await endSessions(tx, userId)
    await tx.delete(emailToken).where(eq(emailToken.user_id, userId))
    await deleteAdminTokensOf(tx, userId)
    if (email !== null) await deleteRegistrations(tx, email)
  },
} satisfies PersonalData
