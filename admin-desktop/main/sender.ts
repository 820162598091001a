import { PANEL_ORIGIN } from './panel-app.ts'
import { originOf, parseUrl } from './url.ts'

type Frame = { url: string; parent: unknown }

export function isOwnPage(frame: Frame | null, isOwnWindow: boolean): boolean {
  if (!isOwnWindow || !frame || frame.parent !== null) return false
  const url = parseUrl(frame.url)
  return url !== null && originOf(url) === PANEL_ORIGIN
}
