import type { Texts } from '#shared/i18n/index.ts'
import { UPLOAD } from '#shared/limits.ts'

export type UploadKind = 'image' | 'video'

export function fileProblem(
  kind: UploadKind,
  { type, size }: Pick<File, 'type' | 'size'>,
  t: Texts['uploads'],
): string | null {
  const isImage = kind === 'image'
  // A file without a type is checked only by the server.
  if (type !== '' && !type.startsWith(`${kind}/`)) return isImage ? t.notImageFile : t.notVideoFile
  if (size > UPLOAD.file) return isImage ? t.imageTooLarge : t.videoTooLarge
  return null
}
