import type { BRIDGE, Bridge } from '../ipc.ts'

declare global {
  interface Window extends Record<typeof BRIDGE, Bridge> {}
}

export const bridge: Bridge = window.watek
