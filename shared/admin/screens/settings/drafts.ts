import { useState } from 'react'
import type { SettingKey } from '#shared/api/settings/registry.ts'
import { useAdmin } from '../../kit/context.ts'
import type { Typed } from './typed.ts'

/** Typed values that were not saved yet; `RESET` asks for the default. */
type Draft = Partial<Record<SettingKey, Typed>>

export const RESET = Symbol('default')

/**
 * Survives a change of screen and a login after the session ended. Separate per server, since a console has several.
 */
const drafts = new Map<string, Draft>()

export function useDraft() {
  const { shell } = useAdmin()
  const [, render] = useState({})
  const server = shell.siteHref('/')
  const draft = drafts.get(server) ?? {}
  return {
    draft,
    change(part: Draft): void {
      drafts.set(server, { ...drafts.get(server), ...part })
      render({})
    },
    drop(keys: readonly SettingKey[]): void {
      const dropped = new Set<string>(keys)
      drafts.set(
        server,
        Object.fromEntries(Object.entries(drafts.get(server) ?? {}).filter(([key]) => !dropped.has(key))),
      )
      render({})
    },
  }
}
