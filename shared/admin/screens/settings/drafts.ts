import { useState } from 'react'
import type { SettingKey } from '#shared/api/settings/registry.ts'
import { useAdmin } from '../../kit/context.ts'
import type { Typed } from './typed.ts'

/** Unsaved values by setting; `RESET` restores the default on saving. */
type Draft = Partial<Record<SettingKey, Typed>>

export const RESET = Symbol('default')

/** Unsaved settings per server, which survive a change of screen and a new login. */
const drafts = new Map<string, Draft>()

export function useDraft() {
  const { shell, me } = useAdmin()
  const [, render] = useState({})
  const owner = `${shell.siteHref('/')} ${me.username ?? ''}`
  const draft = drafts.get(owner) ?? {}
  return {
    draft,
    change(part: Draft): void {
      drafts.set(owner, { ...drafts.get(owner), ...part })
      render({})
    },
    drop(keys: readonly SettingKey[]): void {
      const dropped = new Set<string>(keys)
      drafts.set(
        owner,
        Object.fromEntries(Object.entries(drafts.get(owner) ?? {}).filter(([key]) => !dropped.has(key))),
      )
      render({})
    },
  }
}
