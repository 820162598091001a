import { useState } from 'react'
import type { Category } from '#shared/api/shapes.ts'
import { isToldAlready, showFailure } from '#site/app/call-failed.ts'
import { sendLatest } from '#site/app/latest-only.ts'
import { usePendingAct } from '#site/app/pending-act.ts'
import { useSignInFirst } from '#site/app/sign-in-first.ts'
import { useSite } from '#site/app/site-context.tsx'

/** Joining and leaving: shown at once, counted by the server's answer, taken back where it fails. */
export function useMembership(category: Category, wasMember: boolean) {
  const { api, t } = useSite()
  const signInFirst = useSignInFirst()
  const [state, setState] = useState({ is_member: wasMember, member_count: category.member_count })
  const key = `join:${category.id}`

  function set(wanted: boolean): void {
    const before = state
    setState({ is_member: wanted, member_count: before.member_count + Number(wanted) - Number(before.is_member) })
    const send = (member: boolean) => (member ? api.categories.join({ category_id: category.id }) : api.categories.leave({ category_id: category.id }))
    void sendLatest(key, wanted, send, (outcome) => {
      if ('result' in outcome) return setState(outcome.result)
      setState(before)
      if (!isToldAlready(outcome.error)) showFailure(outcome.error, t.communities.membershipFailed)
    })
  }

  usePendingAct<boolean>(key, (wanted) => { if (wanted !== state.is_member) set(wanted) })

  return {
    ...state,
    toggle: () => { if (signInFirst(t.communities.signInToJoin, { name: key, value: true })) set(!state.is_member) },
  }
}
