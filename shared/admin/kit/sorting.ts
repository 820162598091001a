import type { SortingState } from '@tanstack/react-table'

/** Parses the sorting of the address: 'karma' ascending, '-karma' descending; unknown keys sort nothing. */
export function sortingOf(text: string, keys: readonly string[]): SortingState {
  const id = text.replace(/^-/, '')
  return keys.includes(id) ? [{ id, desc: text.startsWith('-') }] : []
}

export function sortText([first]: SortingState): string | null {
  return first ? `${first.desc ? '-' : ''}${first.id}` : null
}
