import { exactTime } from '#shared/rules/relative-time.ts'

/** A moment to the minute in the reader's zone, to the second on hover. */
export function Moment({ at }: { at: string }) {
  const exact = exactTime(at)
  return <time className="num" dateTime={at} title={exact}>{exact.slice(0, 16)}</time>
}
