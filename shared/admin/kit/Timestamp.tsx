import { exactTime } from '#shared/rules/relative-time.ts'

export function Timestamp({ at }: { at: string }) {
  const exact = exactTime(at)
  return (
    <time className="num" dateTime={at} title={exact}>
      {exact.slice(0, 16)}
    </time>
  )
}
