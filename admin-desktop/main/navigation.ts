import type { Host } from './host.ts'
import type { SettingsStore } from './settings.ts'

export type Navigation = ReturnType<typeof createNavigation>

/** Opens URLs of the panel (see `Place`), and stores the last one. */
export function createNavigation(settings: SettingsStore, host: Pick<Host, 'emit' | 'focusWindow'>) {
  function open(place: string): void {
    void settings.change({ place })
    host.focusWindow()
    host.emit('go', place)
  }

  return {
    open,
    showReport: (id: number) => open(`tab=reports&report=${id}`),
    /** Opens the first tab, after a change of user or server. */
    reset(): void {
      void settings.change({ place: '' })
      host.emit('go', '')
    },
  }
}
