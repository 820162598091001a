import type { ComposerTexts } from '../pl/composer.ts'

export const composer: ComposerTexts = {
  label: 'Writing and preview',
  write: 'Write',
  preview: 'Preview',
  toolbar: 'Formatting',
  marks: {
    bold: 'Bold',
    italic: 'Italic',
    link: 'Link',
    quote: 'Quote',
    list: 'List',
    code: 'Code',
    spoiler: 'Spoiler',
  },
  loading: 'Preparing the preview',
  empty: 'There is nothing to show yet.',
  toolFailed: 'The text could not be formatted',
  failed: 'The preview could not be prepared',
  signIn: 'You need to log in to see the preview',
}
