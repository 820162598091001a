import { createUser } from '#server/test/factories.ts'
import type { TestApp } from '#server/test/app.ts'
import { hashPassword } from '../passwords.ts'

/** A password that keeps the rules. */
export const PASSWORD = 'Haslo1234'

/** Hashed once: the hash itself is not what these tests are about. */
let hash: Promise<string> | undefined

/** A member who signs in with PASSWORD. */
export async function createMember(t: TestApp, columns: Parameters<typeof createUser>[1] = {}) {
  hash ??= hashPassword(PASSWORD)
  return createUser(t.db, { password_hash: await hash, ...columns })
}
