import { useEffect, useState } from 'react'
import type { Challenge } from './Challenge.tsx'
import type { Proof } from './useProof.ts'

export function ChallengeWhenNeeded({ proof }: { proof: Proof }) {
  const { attempt, isNeeded, onEnd } = proof
  const [View, setView] = useState<typeof Challenge | null>(null)
  useEffect(() => {
    if (isNeeded)
      import('./Challenge.tsx').then(({ Challenge: Loaded }) => setView(() => Loaded)).catch(() => onEnd(null))
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isNeeded])
  if (!isNeeded) return null
  return <div className="challenge">{View && <View key={attempt} proof={proof} />}</div>
}
