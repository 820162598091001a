import { repeatIssue } from '#shared/rules/password.ts'
import { lastOf, type Fields } from './body.ts'

/** Only forms have a field for the repetition of a new password, API calls do not. */
export function repeatIssueOf(fields: Fields): { confirmation?: string } {
  const confirmation = lastOf(fields, 'confirmation')
  const password = lastOf(fields, 'new_password') ?? lastOf(fields, 'password')
  if (confirmation === undefined || password === undefined) return {}
  const issue = repeatIssue(password, confirmation)
  return issue === null ? {} : { confirmation: issue }
}
