import { useRef, useState } from 'react'
import { useSite } from '#site/core/site-context.tsx'

type Pending = PromiseWithResolvers<string | null> & { isSettled: boolean }

const pending = (): Pending => ({ ...Promise.withResolvers<string | null>(), isSettled: false })

/** `solution()` resolves to the proof of work, null if none is required; `renew` starts another challenge. */
export function useProof() {
  const isNeeded = useSite().site.registration_challenge
  const [attempt, setAttempt] = useState(0)
  const proof = useRef<Pending>(null)
  proof.current ??= pending()

  return {
    attempt,
    isNeeded,
    solution: async () => (isNeeded ? proof.current!.promise : null),
    onBegin: () => {
      if (proof.current!.isSettled) proof.current = pending()
    },
    onEnd: (solution: string | null) => {
      proof.current!.isSettled = true
      proof.current!.resolve(solution)
    },
    renew: () => {
      proof.current = pending()
      setAttempt((now) => now + 1)
    },
  }
}

export type Proof = ReturnType<typeof useProof>
