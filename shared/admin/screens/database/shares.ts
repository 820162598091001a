import type { ApiOf } from '#shared/api/contract.ts'
import type { admin } from '#shared/api/admin.ts'

type DatabaseInfo = Awaited<ReturnType<ApiOf<{ admin: typeof admin }>['admin']['databaseInfo']>>

export type TableRow = { name: string; size: string; bytes: number; rows: number; percent: number; canBrowse: boolean }

const UNITS: Record<string, number> = { bytes: 1, kB: 2 ** 10, MB: 2 ** 20, GB: 2 ** 30, TB: 2 ** 40, PB: 2 ** 50 }

/** Parses a size like '12 MB', for sorting; 0 for other texts. */
export function bytesOf(size: string): number {
  const [number, unit = ''] = size.split(' ')
  return (Number(number) || 0) * (UNITS[unit] ?? 0)
}

export function totalRows({ row_counts }: DatabaseInfo): number {
  return Object.values(row_counts).reduce((sum, rows) => sum + rows, 0)
}

export function tableRows(info: DatabaseInfo): TableRow[] {
  const total = totalRows(info)
  return info.tables.map(({ table_name, size, can_browse }) => {
    const rows = info.row_counts[table_name] ?? 0
    const percent = total === 0 ? 0 : (rows / total) * 100
    return { name: table_name, size, bytes: bytesOf(size), rows, percent, canBrowse: can_browse }
  })
}
