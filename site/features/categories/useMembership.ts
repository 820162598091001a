import { useState } from 'react'
import type { CallOptions } from '#shared/api/contract.ts'
import type { Category } from '#shared/api/shapes.ts'
import { announce } from '#site/core/announce.ts'
import { hasOwnToast, ifQueued, showFailure } from '#site/core/call-failed.ts'
import { sendLatest } from '#site/core/latest-only.ts'
import { usePendingAction } from '#site/core/usePendingAction.ts'
import { useSignInFirst } from '#site/core/useSignInFirst.ts'
import { useSite } from '#site/core/site-context.tsx'

export function useMembership(category: Category, wasMember: boolean) {
  const { api, t } = useSite()
  const signInFirst = useSignInFirst()
  const [state, setState] = useState({ is_member: wasMember, member_count: category.member_count })
  const key = `join:${category.id}`

  function set(wanted: boolean): void {
    const before = state
    const after = (is_member: boolean) => ({
      is_member,
      member_count: before.member_count + Number(is_member) - Number(before.is_member),
    })
    setState(after(wanted))
    announce(wanted ? t.categories.joined : t.categories.left)
    const send = (member: boolean, options?: CallOptions) =>
      api.categories[member ? 'join' : 'leave']({ category_id: category.id }, options).catch(
        ifQueued(() => after(member)),
      )
    void sendLatest(key, wanted, {
      before,
      send,
      settle: (confirmed, failure) => {
        setState(confirmed)
        if (failure && !hasOwnToast(failure.error)) showFailure(failure.error, t.categories.membershipFailed)
      },
    })
  }

  usePendingAction<boolean>(key, (wanted) => {
    if (wanted !== state.is_member) set(wanted)
  })

  return {
    ...state,
    toggle: () => {
      if (signInFirst(t.categories.signInToJoin, { name: key, value: true })) set(!state.is_member)
    },
  }
}
