import { afterAll } from 'bun:test'
import type { Pages } from '#server/http/app.ts'
import { openTestApp } from './open-app.ts'

export { ADMIN_PASSWORD } from './open-app.ts'

export type TestApp = Awaited<ReturnType<typeof createTestApp>>

/** Drops the database after the file's tests. */
export async function createTestApp(settings: Record<string, string> = {}, pages?: Pages) {
  const app = await openTestApp(settings, pages)
  afterAll(app.close)
  return app
}

export async function failure(call: Promise<unknown>): Promise<import('#shared/api/errors.ts').CallError> {
  try {
    await call
  } catch (error) {
    return error as import('#shared/api/errors.ts').CallError
  }
  throw new Error('The call was expected to fail')
}
