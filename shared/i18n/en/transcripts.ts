import type { transcripts as pl } from '../pl/transcripts.ts'

/** Texts of the page with captions and description of a video. */
export const transcripts: typeof pl = {
  title: 'Transcript of a video',
  titleOf: (post) => `Transcript of the video: ${post}`,
  description: 'Description',
  captions: 'Captions',
  none: 'This video has no captions.',
}
