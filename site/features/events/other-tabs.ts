import type { WantedTopic } from './events.ts'

export function createOtherTabs() {
  const tabs = new Map<number, { wanted: WantedTopic[]; receivedAt: number }>()
  return {
    note: (tab: number, wanted: WantedTopic[]) => void tabs.set(tab, { wanted, receivedAt: Date.now() }),
    remove: (tab: number) => void tabs.delete(tab),
    /** Removes tabs that were killed and sent no message for `silentMs`. */
    removeSilent(silentMs: number): void {
      for (const [tab, { receivedAt }] of tabs) if (receivedAt < Date.now() - silentMs) tabs.delete(tab)
    },
    wanted: (): WantedTopic[] => [...tabs.values()].flatMap(({ wanted }) => wanted),
  }
}
