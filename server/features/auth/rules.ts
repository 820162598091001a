import * as v from 'valibot'
import { email } from '#shared/api/fields.ts'
import { isUsername } from '#shared/rules/username.ts'

/** Whether anybody can be called so: an e-mail address or a username. What is neither never reaches the database. */
export function mayBeLoginName(name: string): boolean {
  return name.includes('@') ? v.is(email, name) : isUsername(name)
}
