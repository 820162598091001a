import { paths } from '#shared/paths.ts'

const PARAMETER = 'unknown'

/** Where a conversation with nobody leads: the list, which says so. The server redirects there as well. */
export function missingMember(): string {
  return `${paths.messages()}?${PARAMETER}=1`
}

/** Whether the list was opened in place of a conversation with nobody. */
export function isMissingMember(query: URLSearchParams): boolean {
  return query.has(PARAMETER)
}
