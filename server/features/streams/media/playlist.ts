/** `run` is the number of the recording, because timestamps restart with each recording. */
export type Listed = { number: number; seconds: number; run: number }

/** The number of segments in the playlist, which have half a minute of video. */
export const WINDOW = 15

/** The number of stored segments: players may still load some that have just left the playlist. */
export const KEPT = WINDOW + 10

export function playlistOf(segments: readonly Listed[], { isEnded }: { isEnded: boolean }): string {
  const longest = Math.max(1, ...segments.map(({ seconds }) => Math.round(seconds)))
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:3',
    `#EXT-X-TARGETDURATION:${longest}`,
    `#EXT-X-MEDIA-SEQUENCE:${segments[0]?.number ?? 0}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${segments[0]?.run ?? 0}`,
    ...segments.flatMap(({ number, seconds, run }, at) => [
      ...(at > 0 && run !== segments[at - 1]!.run ? ['#EXT-X-DISCONTINUITY'] : []),
      `#EXTINF:${seconds.toFixed(3)},`,
      `${number}.ts`,
    ]),
    ...(isEnded ? ['#EXT-X-ENDLIST'] : []),
    '',
  ].join('\n')
}
