import { useTexts } from '#shared/texts.ts'
import { useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { useConfirm } from '#shared/ui/Confirm.tsx'
import { hasOwnToast, showFailure } from '#site/core/call-failed.ts'
import { usePendingAction } from '#site/core/usePendingAction.ts'
import { useSignInFirst } from '#site/core/useSignInFirst.ts'
import { useSite } from '#site/core/site-context.tsx'

export function useBlock(userId: number, username: string, loaded: boolean) {
  const texts = useTexts('users')
  const { api, t } = useSite()
  const ask = useConfirm()
  const signInFirst = useSignInFirst()
  const revalidator = useRevalidator()
  const [isBlocked, setBlocked] = useState(loaded)
  const [isBusy, setBusy] = useState(false)
  const key = `block:${userId}`

  async function toggle(): Promise<void> {
    if (!signInFirst(texts.signInToBlock, { name: key, value: true })) return
    const wanted = !isBlocked
    const question = {
      title: texts.blockTitle(username),
      text: texts.blockText,
      confirmLabel: texts.block,
      cancelLabel: t.app.cancel,
      danger: true,
    }
    if (wanted && !(await ask(question))) return
    setBusy(true)
    try {
      const answer = wanted
        ? await api.blocks.block({ user_id: userId })
        : await api.blocks.unblock({ user_id: userId })
      setBlocked(answer.is_blocked)
      void revalidator.revalidate()
    } catch (error) {
      if (!hasOwnToast(error)) showFailure(error, wanted ? texts.blockFailed : texts.unblockFailed)
    } finally {
      setBusy(false)
    }
  }

  usePendingAction<boolean>(key, (wanted) => {
    if (wanted !== isBlocked) void toggle()
  })

  return { isBlocked, isBusy, toggle }
}
