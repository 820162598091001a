import type { SortingState } from '@tanstack/react-table'

/** How a table is sorted, from its text in the address: 'karma' upwards, '-karma' downwards; what is not known sorts nothing. */
export function sortingOf(text: string, keys: readonly string[]): SortingState {
  const id = text.replace(/^-/, '')
  return keys.includes(id) ? [{ id, desc: text.startsWith('-') }] : []
}

/** The text of a sorting for the address; null where nothing is sorted. */
export function sortText([first]: SortingState): string | null {
  return first ? `${first.desc ? '-' : ''}${first.id}` : null
}
