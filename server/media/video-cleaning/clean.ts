import { cleanMp4 } from './mp4.ts'
import { cleanWebm } from './webm.ts'

export type VideoFormat = 'mp4' | 'webm'

/**
 * Removes the metadata listed in the README of this folder, in place; returns the number of steps. @throws
 * MediaRefused damaged, not_video
 */
export function cleanVideo(bytes: Buffer, format: VideoFormat): number {
  return format === 'mp4' ? cleanMp4(bytes) : cleanWebm(bytes)
}
