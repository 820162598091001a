import type { formPages as pl } from '../pl/form-pages.ts'

export const formPages: typeof pl = {
  back: 'Go back without changes',
  replyTo: (author) => `Reply to the comment by ${author}`,
  editComment: 'Edit comment',
  askBot: 'Ask the AI to answer this comment?',
  share: 'Share',
  address: 'Address to copy',
  mail: 'Send by e-mail',
}
