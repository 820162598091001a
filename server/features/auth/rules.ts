import * as v from 'valibot'
import { email } from '#shared/api/fields.ts'
import { isUsername } from '#shared/rules/username.ts'

/** Whether a name is the bot's, in any case: nobody may register it, also while the bot has no account yet. */
export function isNameOfBot(name: string, botUsername: string): boolean {
  return name.toLowerCase() === botUsername.toLowerCase()
}

/** Whether anybody can be called so: an e-mail address or a username. What is neither never reaches the database. */
export function mayBeLoginName(name: string): boolean {
  return name.includes('@') ? v.is(email, name) : isUsername(name)
}
