import { redirect } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { pageErrorOf } from './errors.ts'

/** What a call of a loader answers; where the session has ended meanwhile, the way to /login and back to `path`. */
export async function orLogin<T>(call: Promise<T>, path: string): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (pageErrorOf(error).status === 401) throw redirect(paths.login(path))
    throw error
  }
}
