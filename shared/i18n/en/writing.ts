import type { WritingTexts } from '../pl/writing.ts'

export const writing: WritingTexts = {
  modeLink: 'Link',
  modePoll: 'Poll',
  link: 'Link address',
  linkHint: 'Readers see the domain. We do not fetch the page behind the link.',
  linkUsed: 'This link was posted before:',
  options: 'Options',
  option: (n) => `Option ${n}`,
  addOption: 'Add an option',
  removeOption: (n) => `Remove option ${n}`,
  duration: 'Duration',
  durations: { 6: '6 hours', 24: '1 day', 72: '3 days', 168: '7 days' },
  addImage: 'Add another image',
  alt: (n) => `Description of image ${n}`,
  altHint: 'For people who will not see it.',
  earlier: (n) => `Move image ${n} earlier`,
  later: (n) => `Move image ${n} later`,
  removeImage: (n) => `Remove image ${n}`,
  movedTo: (n, of) => `The image is now ${n} of ${of}`,
  spoiler: 'Spoiler',
  spoilerHint: 'The post stays covered until somebody uncovers it.',
}
