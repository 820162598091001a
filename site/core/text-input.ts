import type { KeyboardEvent } from 'react'

const NEAR = 0.9

export function nearLimit(text: string, max: number): { value: number; max: number } | undefined {
  const value = text.trim().length
  return value >= max * NEAR ? { value, max } : undefined
}

export function isSendKey({ key, ctrlKey, metaKey, nativeEvent }: KeyboardEvent): boolean {
  return key === 'Enter' && (ctrlKey || metaKey) && !nativeEvent.isComposing
}
