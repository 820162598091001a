import { CallError } from '#shared/api/errors.ts'

export async function atPasswordField<T>(call: Promise<T>, sentence: string): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'bad_credentials') throw error
    throw new CallError(error.status, { code: error.code, issues: { password: sentence } })
  }
}
