import type { FileHandle } from 'node:fs/promises'
import { MediaRefused } from './refusal.ts'

const ZEROS = Buffer.alloc(65_536)

/** The bytes of a file from a place on; throws `damaged` where it ends before. */
export async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, at)
  if (bytesRead < length) throw new MediaRefused('damaged')
  return bytes
}

/** Writes zeros from a place of a file up to another. */
export async function blank(file: FileHandle, start: number, end: number): Promise<void> {
  for (let at = start; at < end; at += ZEROS.length) await file.write(ZEROS, 0, Math.min(ZEROS.length, end - at), at)
}
