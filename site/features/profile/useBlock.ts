import { useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { useConfirm } from '#shared/ui/Confirm.tsx'
import { isToldAlready, showFailure } from '#site/app/call-failed.ts'
import { usePendingAct } from '#site/app/pending-act.ts'
import { useSignInFirst } from '#site/app/sign-in-first.ts'
import { useSite } from '#site/app/site-context.tsx'

/** Blocking a member, after a question, and unblocking; what the page shows follows. */
export function useBlock(userId: number, username: string, loaded: boolean) {
  const { api, t } = useSite()
  const ask = useConfirm()
  const signInFirst = useSignInFirst()
  const revalidator = useRevalidator()
  const [isBlocked, setBlocked] = useState(loaded)
  const [isBusy, setBusy] = useState(false)
  const key = `block:${userId}`

  async function toggle(): Promise<void> {
    if (!signInFirst(t.profile.signInToBlock, { name: key, value: true })) return
    const wanted = !isBlocked
    const question = { title: t.profile.blockTitle(username), text: t.profile.blockText, confirmLabel: t.profile.block, cancelLabel: t.app.cancel, danger: true }
    if (wanted && !await ask(question)) return
    setBusy(true)
    try {
      const answer = wanted ? await api.blocks.block({ user_id: userId }) : await api.blocks.unblock({ user_id: userId })
      setBlocked(answer.is_blocked)
      void revalidator.revalidate()
    } catch (error) {
      if (!isToldAlready(error)) showFailure(error, wanted ? t.profile.blockFailed : t.profile.unblockFailed)
    } finally {
      setBusy(false)
    }
  }

  usePendingAct<boolean>(key, (wanted) => { if (wanted !== isBlocked) void toggle() })

  return { isBlocked, isBusy, toggle }
}
