import { useState } from 'react'
import type { Invited, Moderator } from '#shared/api/moderators.ts'
import { useTexts } from '#shared/texts.ts'
import type { Tools } from './tools.ts'
import { useRun } from './useRun.ts'

export type ModeratorsList = { moderators: Moderator[]; invited: Invited[] }

export function useModerators(categoryId: number, loaded: ModeratorsList, tools: Tools, onSteppedDown: () => void) {
  const { api, viewerId, ask } = tools
  const text = useTexts('community').moderators
  const [list, setList] = useState(loaded)
  const { run, busy, outcome } = useRun(tools, text.failed)

  const read = async () => setList(await api.moderators.list({ category_id: categoryId }))

  /** `onInvited` runs before the list is reloaded, which may fail. */
  const invite = (username: string, onInvited: () => void) =>
    run('invite', async () => {
      await api.moderators.invite({ category_id: categoryId, username })
      onInvited()
      await read()
      return text.invited(username)
    })

  async function remove({ user }: Moderator): Promise<void> {
    const isOwn = user.id === viewerId
    const isSure = await ask({
      title: isOwn ? text.stepDownTitle : text.removeTitle(user.username),
      text: isOwn ? text.stepDownText : text.removeText,
      confirmLabel: isOwn ? text.stepDown : text.remove,
      cancelLabel: text.cancel,
      danger: true,
    })
    if (!isSure) return
    const isDone = await run(`remove ${user.id}`, async () => {
      await api.moderators.remove({ category_id: categoryId, user_id: user.id })
      if (!isOwn) await read()
      return text.removed(user.username)
    })
    if (isDone && isOwn) onSteppedDown()
  }

  const withdraw = ({ user }: Invited) =>
    run(`withdraw ${user.id}`, async () => {
      await api.moderators.remove({ category_id: categoryId, user_id: user.id })
      await read()
      return text.withdrawn(user.username)
    })

  return { ...list, busy, outcome, invite, remove, withdraw }
}
