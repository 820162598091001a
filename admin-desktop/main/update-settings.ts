import type { Outcome, UpdateState } from '../ipc.ts'
import type { Host } from './host.ts'
import { DONE, refused } from './outcome.ts'
import type { SettingsStore } from './settings.ts'
import { updateFeed } from './update-feed.ts'

export type UpdateSettings = ReturnType<typeof createUpdateSettings>

export function createUpdateSettings({
  settings,
  host,
  onChange,
}: {
  settings: SettingsStore
  host: Pick<Host, 'confirmUpdateFeed' | 'updates'>
  onChange: () => void
}) {
  let state: UpdateState = settings.read().update_feed === null ? 'off' : 'waiting'

  return {
    state: () => state,
    start: () => host.updates.setFeed(settings.read().update_feed),
    check(): void {
      if (settings.read().update_feed !== null) host.updates.check()
    },
    async setFeed(typed: string): Promise<Outcome> {
      const feed = updateFeed(typed)
      if (feed === undefined) return refused('feed_not_secure')
      if (feed !== null && feed !== settings.read().update_feed && !(await host.confirmUpdateFeed(feed)))
        return refused('feed_declined')
      await settings.change({ update_feed: feed })
      state = feed === null ? 'off' : 'waiting'
      host.updates.setFeed(feed)
      onChange()
      return DONE
    },
    setState(next: UpdateState): void {
      state = next
      onChange()
    },
  }
}
