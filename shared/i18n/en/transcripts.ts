import type { transcripts as pl } from '../pl/transcripts.ts'

export const transcripts: typeof pl = {
  title: 'Transcript of a video',
  titleOf: (post) => `Transcript of the video: ${post}`,
  description: 'Description',
  captions: 'Captions',
  none: 'This video has no captions.',
}
