import type { WantedTopic } from './events.ts'

/** What the other tabs of this browser want. */
export function createOtherTabs() {
  const tabs = new Map<number, { wanted: WantedTopic[]; receivedAt: number }>()
  return {
    note: (tab: number, wanted: WantedTopic[]) => void tabs.set(tab, { wanted, receivedAt: Date.now() }),
    remove: (tab: number) => void tabs.delete(tab),
    /** A tab that was closed the hard way does not say so. */
    removeSilent(silentMs: number): void {
      for (const [tab, { receivedAt }] of tabs) if (receivedAt < Date.now() - silentMs) tabs.delete(tab)
    },
    wanted: (): WantedTopic[] => [...tabs.values()].flatMap(({ wanted }) => wanted),
  }
}
