export const STREAM_TYPES = ['external', 'hls', 'browser'] as const
export type StreamType = (typeof STREAM_TYPES)[number]

export const STREAM_STATES = ['live', 'ended'] as const
export type StreamState = (typeof STREAM_STATES)[number]

/** A playlist's path ends in .m3u8; a signature may follow in the query. */
export const isPlaylistUrl = (url: string): boolean => /^[^?#]+\.m3u8(?:[?#]|$)/i.test(url)

/** Host names and IP addresses; other characters may have a meaning in a CSP. */
const POLICY_HOST = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:]+\])$/

/** Returns the origin of an https URL for a CSP; null for other URLs and unsafe hosts. */
export function policyOrigin(url: string): string | null {
  const parsed = URL.parse(url)
  if (parsed?.protocol !== 'https:' || !POLICY_HOST.test(parsed.hostname)) return null
  return `https://${parsed.host}`
}
