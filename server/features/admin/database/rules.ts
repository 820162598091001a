/** What the database browser knows; nothing else can be named. */
export const TABLES = [
  'user', 'post', 'comment', 'category', 'categorymembership', 'stream', 'message', 'report', 'vote', 'savedpost', 'blockeduser',
  'notification',
] as const

export type TableName = typeof TABLES[number]

export function isTable(name: string): name is TableName {
  return (TABLES as readonly string[]).includes(name)
}

/** What stands where a secret is. */
export const SECRET = '•••'

/** Whether a column holds what not even staff may read: credentials of any kind, and private messages. */
export function isSecret(table: TableName, column: string): boolean {
  if (table === 'message' && (column === 'content' || column === 'image_url')) return true
  return /password|hash|token|secret|(^|_)key(_|$)/i.test(column)
}
