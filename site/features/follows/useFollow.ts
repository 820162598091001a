import { useState } from 'react'
import type { CallOptions } from '#shared/api/contract.ts'
import { useTexts } from '#shared/texts.ts'
import { hasOwnToast, ifQueued, showFailure } from '#site/core/call-failed.ts'
import { sendLatest } from '#site/core/latest-only.ts'
import { usePendingAction } from '#site/core/usePendingAction.ts'
import { useSignInFirst } from '#site/core/useSignInFirst.ts'
import { useSite } from '#site/core/site-context.tsx'

type Follow = { is_following: boolean; follower_count: number }

export function useFollow(userId: number, loaded: Follow) {
  const texts = useTexts('users')
  const { api } = useSite()
  const signInFirst = useSignInFirst()
  const [state, setState] = useState(loaded)
  const key = `follow:${userId}`

  function set(wanted: boolean): void {
    const before = state
    const after = (is_following: boolean) => ({
      is_following,
      follower_count: before.follower_count + Number(is_following) - Number(before.is_following),
    })
    setState(after(wanted))
    const send = (follow: boolean, options?: CallOptions) =>
      api.follows[follow ? 'follow' : 'unfollow']({ user_id: userId }, options).catch(ifQueued(() => after(follow)))
    void sendLatest(key, wanted, {
      before,
      send,
      settle: (confirmed, failure) => {
        setState(confirmed)
        if (failure && !hasOwnToast(failure.error)) showFailure(failure.error, texts.followFailed)
      },
    })
  }

  usePendingAction<boolean>(key, (wanted) => {
    if (wanted !== state.is_following) set(wanted)
  })

  return {
    ...state,
    toggle: () => {
      if (signInFirst(texts.signInToFollow, { name: key, value: true })) set(!state.is_following)
    },
  }
}
