import { LIFETIME } from '#shared/limits.ts'

export function saveFile({ name, type, text }: { name: string; type: string; text: string }): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The URL is revoked late, because a browser may first ask where to save and only then read the blob.
  setTimeout(() => URL.revokeObjectURL(url), LIFETIME.offeredFile)
}
