export const TABLES = [
  'user',
  'post',
  'comment',
  'category',
  'categorymembership',
  'stream',
  'message',
  'report',
  'vote',
  'savedpost',
  'blockeduser',
  'notification',
] as const

export type TableName = (typeof TABLES)[number]

export function isTable(name: string): name is TableName {
  return (TABLES as readonly string[]).includes(name)
}

export const SECRET = '•••'

export function isSecret(table: TableName, column: string): boolean {
  if (table === 'message' && (column === 'content' || column === 'image_url')) return true
  return /password|hash|token|secret|(^|_)key(_|$)/i.test(column)
}
