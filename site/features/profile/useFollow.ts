import { useState } from 'react'
import { isToldAlready, showFailure } from '#site/app/call-failed.ts'
import { sendLatest } from '#site/app/latest-only.ts'
import { usePendingAct } from '#site/app/pending-act.ts'
import { useSignInFirst } from '#site/app/sign-in-first.ts'
import { useSite } from '#site/app/site-context.tsx'

type Follow = { is_following: boolean, follower_count: number }

/** Following a member: shown at once, counted by the server's answer, taken back where it fails. */
export function useFollow(userId: number, loaded: Follow) {
  const { api, t } = useSite()
  const signInFirst = useSignInFirst()
  const [state, setState] = useState(loaded)
  const key = `follow:${userId}`

  function set(wanted: boolean): void {
    const before = state
    setState({ is_following: wanted, follower_count: before.follower_count + Number(wanted) - Number(before.is_following) })
    const send = (follow: boolean) => (follow ? api.follows.follow({ user_id: userId }) : api.follows.unfollow({ user_id: userId }))
    void sendLatest(key, wanted, send, (outcome) => {
      if ('result' in outcome) return setState(outcome.result)
      setState(before)
      if (!isToldAlready(outcome.error)) showFailure(outcome.error, t.profile.followFailed)
    })
  }

  usePendingAct<boolean>(key, (wanted) => { if (wanted !== state.is_following) set(wanted) })

  return {
    ...state,
    toggle: () => { if (signInFirst(t.profile.signInToFollow, { name: key, value: true })) set(!state.is_following) },
  }
}
