import { lazy, type ComponentType } from 'react'

/** Who sees a tab. */
type Scope = 'admin' | 'moderator'

type Tab = { scopes: readonly Scope[], Screen: ComponentType }

const ADMINS: readonly Scope[] = ['admin']

/** The tabs in their order; each is loaded when it is first opened. */
export const tabs = {
  dashboard: { scopes: ADMINS, Screen: lazy(async () => ({ default: (await import('./screens/dashboard/Dashboard.tsx')).Dashboard })) },
  users: { scopes: ADMINS, Screen: lazy(async () => ({ default: (await import('./screens/users/Users.tsx')).Users })) },
} satisfies Record<string, Tab>

export type TabId = keyof typeof tabs

/** The tabs of a scope, in order. */
export function tabsOf(scope: Scope): TabId[] {
  return (Object.keys(tabs) as TabId[]).filter((id) => tabs[id].scopes.includes(scope))
}
