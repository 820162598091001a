import { useRef } from 'react'

/** Creates an idempotency key per content of a form, so that a retry after a lost response creates nothing twice. */
export function useIdempotencyKey() {
  const last = useRef<{ content: string; key: string } | null>(null)
  return {
    keyOf(content: unknown): string {
      const text = JSON.stringify(content)
      if (last.current?.content !== text) last.current = { content: text, key: crypto.randomUUID() }
      return last.current.key
    },
    /** Renews the key after success, so that the same form can be sent as a new request. */
    renew(): void {
      last.current = null
    },
  }
}
