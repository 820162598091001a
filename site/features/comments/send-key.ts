import type { KeyboardEvent } from 'react'

/** Control or Command with Enter sends what is written in a text of several lines. */
export function isSendKey({ key, ctrlKey, metaKey, nativeEvent }: KeyboardEvent): boolean {
  return key === 'Enter' && (ctrlKey || metaKey) && !nativeEvent.isComposing
}
