export const STREAM_TYPES = ['external', 'hls', 'browser'] as const
export type StreamType = (typeof STREAM_TYPES)[number]

export const STREAM_STATES = ['live', 'ended'] as const
export type StreamState = (typeof STREAM_STATES)[number]

/** A playlist by its path; what follows in the address may be a signature. */
export const isPlaylistUrl = (url: string): boolean => /^[^?#]+\.m3u8(?:[?#]|$)/i.test(url)
