import { useRef } from 'react'

/** A form keeps its idempotency key for one content, so that a retry after a lost response creates nothing twice. */
export function useIdempotencyKey() {
  const last = useRef<{ content: string; key: string } | null>(null)
  return {
    keyOf(content: unknown): string {
      const text = JSON.stringify(content)
      if (last.current?.content !== text) last.current = { content: text, key: crypto.randomUUID() }
      return last.current.key
    },
    /** Renews the key after a success, so that the same content can be sent again. */
    renew(): void {
      last.current = null
    },
  }
}
