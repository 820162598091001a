import type { ExportsTexts } from '../pl/exports.ts'

export const dataExports: ExportsTexts = {
  title: 'A copy of your data',
  lead:
    'A ZIP file of everything you have here: posts, comments, votes, saved posts, communities, messages, ' +
    'notifications, settings, and your pictures and videos. You can request it once a day.',
  request: 'Prepare a copy',
  requestAgain: 'Prepare a new copy',
  preparing: 'We are preparing the copy. You will get a notification when it is ready. You can close this page.',
  ready: (size, date) => `The copy is ready (${size}). You can download it until ${date}; we delete it afterwards.`,
  download: 'Download the ZIP file',
  failed: 'The copy could not be requested',
}
