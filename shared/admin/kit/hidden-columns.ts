type Named = { key: string, hideHeader?: boolean }

/** Columns that can be put away: those whose name can be read. */
export function choosable<Column extends Named>(columns: readonly Column[]): Column[] {
  return columns.filter(({ hideHeader }) => !hideHeader)
}

/** The columns that an address leaves in sight: its field names those put away, 'author,date'; where it names all, none is. */
export function visible<Column extends Named>(columns: readonly Column[], hidden: string): readonly Column[] {
  const away = new Set(hidden.split(','))
  const isAway = (column: Named) => !column.hideHeader && away.has(column.key)
  return choosable(columns).every(isAway) ? columns : columns.filter((column) => !isAway(column))
}

/** The field of the address once a column is put away or brought back; null where all are in sight. */
export function hiddenText(columns: readonly Named[], hidden: string, key: string, isShown: boolean): string | null {
  const shown = new Set(visible(columns, hidden).map((column) => column.key))
  if (isShown) shown.add(key)
  else shown.delete(key)
  const away = choosable(columns).filter((column) => !shown.has(column.key)).map((column) => column.key)
  return away.length === 0 ? null : away.join(',')
}
