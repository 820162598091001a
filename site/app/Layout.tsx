import type { ReactNode } from 'react'
import { useLoaderData } from 'react-router-dom'
import type { Runtime } from './page.ts'

/** What the frame shows on every page. */
export async function loadLayout({ api, variant }: Runtime, _signal: AbortSignal) {
  return { communities: await api.categories.list({ limit: 10, nsfw: variant === 'adult' }).catch(() => []) }
}

export function Layout({ children }: { children: ReactNode }) {
  const { communities } = useLoaderData() as Awaited<ReturnType<typeof loadLayout>>
  return <div>{communities.length}{children}</div>
}
