import { createUser } from '#server/test/factories.ts'
import type { TestApp } from '#server/test/app.ts'
import { hashPassword } from '../passwords.ts'

export const PASSWORD = 'Haslo1234'

let hash: Promise<string> | undefined

export async function createMember(t: TestApp, columns: Parameters<typeof createUser>[1] = {}) {
  hash ??= hashPassword(PASSWORD)
  return createUser(t.db, { password_hash: await hash, ...columns })
}
