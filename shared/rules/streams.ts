export const STREAM_TYPES = ['external', 'hls', 'browser'] as const
export type StreamType = (typeof STREAM_TYPES)[number]

export const STREAM_STATES = ['live', 'ended'] as const
export type StreamState = (typeof STREAM_STATES)[number]

/** A playlist by its path; what follows in the address may be a signature. */
export const isPlaylistUrl = (url: string): boolean => /^[^?#]+\.m3u8(?:[?#]|$)/i.test(url)

/** A host name or address: what else a URL allows in its host has a meaning in a content security policy. */
const POLICY_HOST = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:]+\])$/

/** The origin of an address as a content security policy may name it; null where it would say something else there. */
export function policyOrigin(url: string): string | null {
  const parsed = URL.parse(url)
  if (parsed?.protocol !== 'https:' || !POLICY_HOST.test(parsed.hostname)) return null
  return `https://${parsed.host}`
}
