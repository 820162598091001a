import { repeatIssue } from '#shared/rules/password.ts'
import { lastOf, type Fields } from './body.ts'

/** Only forms repeat a new password, so calls have no field for the repetition. */
export function repeatIssueOf(fields: Fields): { confirmation?: string } {
  const confirmation = lastOf(fields, 'confirmation')
  const password = lastOf(fields, 'new_password') ?? lastOf(fields, 'password')
  if (confirmation === undefined || password === undefined) return {}
  const issue = repeatIssue(password, confirmation)
  return issue === null ? {} : { confirmation: issue }
}
