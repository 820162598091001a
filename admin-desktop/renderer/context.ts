import { createContext, useContext } from 'react'
import type { DesktopTexts } from '../../shared/i18n/pl/desktop.ts'
import type { ConsoleState } from '../ipc.ts'

type ConsoleContextValue = { state: ConsoleState; t: DesktopTexts }

const ConsoleContext = createContext<ConsoleContextValue | null>(null)
export const ConsoleProvider = ConsoleContext

export function useConsole(): ConsoleContextValue {
  const value = useContext(ConsoleContext)
  if (!value) throw new Error('Outside of the console')
  return value
}

export const hostOf = (address: string) => new URL(address).host
