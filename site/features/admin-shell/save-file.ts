import { LIFETIME } from '#shared/limits.ts'

/** Offers a text as a download. Browsers ask, or do not, as their owner has set. */
export function saveFile({ name, type, text }: { name: string, type: string, text: string }): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // A browser that asks where the file goes reads it only then.
  setTimeout(() => URL.revokeObjectURL(url), LIFETIME.offeredFile)
}
