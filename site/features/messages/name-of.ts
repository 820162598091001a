/** The name in what was typed for a member: 'u/kasia' and '@kasia' are kasia. */
export function nameOf(typed: string): string {
  return typed.trim().replace(/^(\/?u\/|@)/, '')
}
