import { lazy, type ComponentType } from 'react'

type Scope = 'admin' | 'moderator'

type Tab = { scopes: readonly Scope[]; Screen: ComponentType }

const ADMINS: readonly Scope[] = ['admin']
const ALL: readonly Scope[] = ['admin', 'moderator']

export const tabs = {
  dashboard: {
    scopes: ADMINS,
    Screen: lazy(async () => ({ default: (await import('./screens/dashboard/Dashboard.tsx')).Dashboard })),
  },
  database: {
    scopes: ADMINS,
    Screen: lazy(async () => ({ default: (await import('./screens/database/Database.tsx')).Database })),
  },
  users: { scopes: ADMINS, Screen: lazy(async () => ({ default: (await import('./screens/users/Users.tsx')).Users })) },
  posts: { scopes: ALL, Screen: lazy(async () => ({ default: (await import('./screens/posts/Posts.tsx')).Posts })) },
  categories: {
    scopes: ALL,
    Screen: lazy(async () => ({ default: (await import('./screens/categories/Categories.tsx')).Categories })),
  },
  streams: {
    scopes: ADMINS,
    Screen: lazy(async () => ({ default: (await import('./screens/streams/Streams.tsx')).Streams })),
  },
  reports: {
    scopes: ALL,
    Screen: lazy(async () => ({ default: (await import('./screens/reports/Reports.tsx')).Reports })),
  },
  aibot: { scopes: ADMINS, Screen: lazy(async () => ({ default: (await import('./screens/aibot/AiBot.tsx')).AiBot })) },
} satisfies Record<string, Tab>

export type TabId = keyof typeof tabs

export function tabsOf(scope: Scope): TabId[] {
  return (Object.keys(tabs) as TabId[]).filter((id) => tabs[id].scopes.includes(scope))
}
