import { useState, type FormEvent } from 'react'
import { LIMITS } from '#shared/limits.ts'
import type { ReasonCode } from '#shared/rules/moderation.ts'
import { useAdmin } from '../../kit/context.ts'
import { useAction } from '../../kit/useAction.ts'
import { useIdempotencyKey } from '../../kit/useIdempotencyKey.ts'

export const ACTIONS = ['suspend', 'ban', 'warn'] as const
export type Action = (typeof ACTIONS)[number]

type Values = { action: Action; community: string; days: string; reason: ReasonCode | ''; text: string }
const EMPTY: Values = { action: 'suspend', community: '', days: '', reason: '', text: '' }

export function useUserDecision(userId: number, onDecided: () => Promise<void>) {
  const { api, t } = useAdmin()
  const text = t.users.record
  const { runAction, isBusy } = useAction()
  const { keyOf, renew } = useIdempotencyKey()
  const [values, setValues] = useState(EMPTY)
  const [isChecked, setChecked] = useState(false)
  const { action, reason, days } = values
  const community = values.community.trim().replace(/^\/?r\//, '')
  const issues = {
    community: action === 'ban' && community === '' ? text.noCommunity : undefined,
    days:
      action !== 'warn' &&
      !(days === '' || (/^\d{1,3}$/.test(days) && Number(days) >= 1 && Number(days) <= LIMITS.banDays))
        ? text.badDays
        : undefined,
    reason: action !== 'warn' && reason === '' ? text.chooseReason : undefined,
    text: action === 'warn' && values.text.trim() === '' ? text.noText : undefined,
  }
  const shown: Partial<typeof issues> = isChecked ? issues : {}
  const change = (part: Partial<Values>) => setValues((now) => ({ ...now, ...part }))

  async function send() {
    const category_id =
      action === 'suspend' || community === '' ? null : (await api.categories.byName({ name: community })).id
    const about = { user_id: userId, category_id, text: values.text }
    if (action === 'warn') return api.moderation.warn(about, { idempotencyKey: keyOf(about) })
    return api.moderation.ban({ ...about, reason_code: reason as ReasonCode, days: days === '' ? null : Number(days) })
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (Object.values(issues).some((issue) => issue !== undefined)) return
    const done = await runAction({ key: 'decide', call: send, done: text.done[action] })
    if (!done) return
    renew()
    setValues({ ...EMPTY, action })
    setChecked(false)
    await onDecided()
  }

  return { values, change, issues: shown, isBusy: isBusy('decide'), submit }
}
