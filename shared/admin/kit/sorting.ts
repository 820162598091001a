import type { SortingState } from '@tanstack/react-table'

/** Parses the sort parameter of the URL: 'karma' ascending, '-karma' descending; unknown keys are ignored. */
export function sortingOf(text: string, keys: readonly string[]): SortingState {
  const id = text.replace(/^-/, '')
  return keys.includes(id) ? [{ id, desc: text.startsWith('-') }] : []
}

export function sortText([first]: SortingState): string | null {
  return first ? `${first.desc ? '-' : ''}${first.id}` : null
}
