import { copyText } from './copy-text.ts'

/**
 * Hands a link to the phone's own way of sharing; where there is none, or one sits at a desk, to the clipboard. 'done' is
 * also what the person broke off.
 */
export async function shareLink(link: { title: string, url: string }): Promise<'done' | 'copied' | 'failed'> {
  if (matchMedia('(pointer: coarse)').matches && typeof navigator.share === 'function') {
    try {
      await navigator.share(link)
      return 'done'
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'done'
    }
  }
  return await copyText(link.url) ? 'copied' : 'failed'
}
