import * as v from 'valibot'
import { ApiError, invalidField } from '#shared/api/errors.ts'
import { LIVE } from '#shared/limits.ts'
import { isPlaylistUrl, policyOrigin, type StreamState, type StreamType } from '#shared/rules/streams.ts'
import type { Variant } from '#shared/rules/variant.ts'
import { cursorId, cursorInteger, cursorTime, decodeCursor, encodeCursor } from '#server/lib/cursor.ts'
import type { Reader } from '../moderation/foundation.ts'
import type { StreamRow } from './queries.ts'

const liveUrl = (id: number, name: string) => `/media/live/${id}/${name}`

export const PLAYLIST = 'index.m3u8'
export const THUMBNAIL = 'thumbnail.jpg'

export function requireAddress({ stream_type, url }: { stream_type: StreamType; url: string | null }): void {
  if (stream_type === 'browser' && url !== null) throw invalidField('url', 'stream_url_none')
  if (stream_type !== 'browser' && url === null) throw invalidField('url', 'required')
  if (stream_type !== 'hls') return
  if (policyOrigin(url!) === null) throw invalidField('url', 'url')
  if (!isPlaylistUrl(url!)) throw invalidField('url', 'stream_playlist')
}

function playbackOf({ id, is_live, stream_type, url }: StreamRow): { kind: 'link' | 'hls'; url: string } | null {
  if (!is_live) return null
  if (stream_type === 'browser') return { kind: 'hls', url: liveUrl(id, PLAYLIST) }
  return url === null ? null : { kind: stream_type === 'hls' ? 'hls' : 'link', url }
}

/** Returns in which role the reader may end the stream; null if they may not. */
export function enderOf(row: StreamRow, reader: Reader): 'streamer' | 'moderator' | 'admin' | null {
  if (reader.id !== null && reader.id === row.streamer.id) return 'streamer'
  // An admin's account without the admin credential may end only streams in communities, as with posts.
  if (reader.hasCredential || (reader.isAdminAccount && row.category !== null)) return 'admin'
  return row.can_moderate ? 'moderator' : null
}

/** The time limit of a stream from a browser counts from its start, of a stream on another site from its last edit. */
export const liveUntil = (type: StreamType, now: Date): Date =>
  new Date(now.getTime() + (type === 'browser' ? LIVE.durationMs : LIVE.announcedMs))

const HIDDEN = { title: '', description: '', url: null, playback: null, thumbnail_url: null }

/** If the stream's post was removed, nobody gets the playback, and only the streamer and staff get the texts. */
export function presentStream(row: StreamRow, reader: Reader) {
  const { category, is_removed, has_thumbnail, live_until, ...rest } = row
  const ender = enderOf(row, reader)
  const seen = {
    ...rest,
    category: category?.id == null ? null : category,
    playback: playbackOf(row),
    thumbnail_url: has_thumbnail ? liveUrl(row.id, THUMBNAIL) : null,
    ends_at: row.is_live ? live_until : null,
    can: {
      edit: ender === 'streamer' && !is_removed && !reader.isSuspended,
      end: ender !== null && row.is_live && !reader.isSuspended,
    },
    ...(ender === 'streamer' && row.is_live && row.stream_type === 'browser' && { sticky_token: `stream-${row.id}` }),
  }
  if (!is_removed) return seen
  return ender === null ? { ...seen, ...HIDDEN } : { ...seen, playback: null, thumbnail_url: null }
}

/**
 * Throws `not_found` for an adult stream on the normal host, and for a held one unless the reader is its streamer or
 * staff.
 */
export function requireSeen(row: StreamRow | null, reader: Reader, variant: Variant): StreamRow {
  if (!row || (row.is_nsfw && variant !== 'adult') || (row.is_held && enderOf(row, reader) === null))
    throw new ApiError('not_found')
  return row
}

/** Live streams are ordered by viewers, ended ones by time. */
export type StreamPlace = { state: StreamState; rank: number; id: number }

const placeSchema = v.union([
  v.strictTuple([v.literal('live'), cursorInteger, cursorId]),
  v.strictTuple([v.literal('ended'), cursorTime, cursorId]),
])

export function readPlace(cursor: string | undefined): StreamPlace | null {
  if (cursor === undefined) return null
  const [state, rank, id] = decodeCursor(cursor, placeSchema)
  return { state, rank, id }
}

export const placeOf = ({ id, is_live, viewer_count, ended_at }: StreamRow): string =>
  encodeCursor(is_live ? ['live', viewer_count, id] : ['ended', ended_at!.getTime(), id])
