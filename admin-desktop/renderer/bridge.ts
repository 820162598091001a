import type { BRIDGE, Bridge } from '../ipc.ts'

declare global {
  interface Window extends Record<typeof BRIDGE, Bridge> {}
}

/** The main process, as far as this page can reach it. */
export const bridge: Bridge = window.watek
