import { cleanMp4 } from './mp4.ts'
import { cleanWebm } from './webm.ts'

export type VideoFormat = 'mp4' | 'webm'

/**
 * Blanks what the README of this folder lists, in place. Returns the number of steps it took, which grows with the size of the file
 * alone.
 * @throws MediaRefused damaged, not_video
 */
export function cleanVideo(bytes: Buffer, format: VideoFormat): number {
  return format === 'mp4' ? cleanMp4(bytes) : cleanWebm(bytes)
}
