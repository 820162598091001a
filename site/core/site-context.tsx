import { createContext, useContext } from 'react'
import type { Runtime } from './page.ts'

const SiteContext = createContext<Runtime | null>(null)

export const SiteProvider = SiteContext.Provider

export function useSite(): Runtime {
  const site = useContext(SiteContext)
  if (!site) throw new Error('useSite needs a SiteProvider')
  return site
}

export function useText(): Runtime['t'] {
  return useSite().t
}
