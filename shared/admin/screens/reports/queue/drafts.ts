import { useState } from 'react'
import type { ReasonCode } from '#shared/rules/moderation.ts'
import { useAdmin } from '../../../kit/context.ts'

/** `isNote` and `showName` are for answers to mod mail. */
export type Draft = {
  reason: ReasonCode | null
  ruleId: number | null
  text: string
  isNote?: boolean
  showName?: boolean
}

const EMPTY: Draft = { reason: null, ruleId: null, text: '' }

/** Unsent decisions per case and server; they survive a change of tab and a new login. */
const drafts = new Map<string, Draft>()

export function useDrafts() {
  const { shell, me } = useAdmin()
  const [, render] = useState({})
  const keyOf = (id: number) => `${shell.siteHref('/')} ${me.username ?? ''} ${id}`
  const of = (id: number) => drafts.get(keyOf(id)) ?? EMPTY
  return {
    of,
    change(id: number, part: Partial<Draft>): void {
      drafts.set(keyOf(id), { ...of(id), ...part })
      render({})
    },
    drop: (id: number) => {
      drafts.delete(keyOf(id))
    },
  }
}

export type Drafts = ReturnType<typeof useDrafts>
