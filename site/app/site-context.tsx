import { createContext, useContext } from 'react'
import type { Runtime } from './page.ts'

const SiteContext = createContext<Runtime | null>(null)

export const SiteProvider = SiteContext.Provider

/** The runtime of this page: API, viewer, language, variant. */
export function useSite(): Runtime {
  const site = useContext(SiteContext)
  if (!site) throw new Error('useSite needs a SiteProvider')
  return site
}

/** The catalog of the page's language. */
export function useText(): Runtime['t'] {
  return useSite().t
}
