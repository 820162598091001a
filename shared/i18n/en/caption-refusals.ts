import type { captionRefusals as pl } from '../pl/caption-refusals.ts'

export const captionRefusals: typeof pl = {
  tooLarge: 'A captions file may have at most 200 kB.',
  inLine: (line, reason) => `Line ${line}: ${reason}`,
  problems: {
    encoding: 'This is no text file with captions: we accept WebVTT and SRT.',
    time: 'there should be a time here, for example 00:00:01.000 --> 00:00:04.000.',
    order: 'the end of a caption must be later than its start.',
    empty: 'There are no captions in this file: we accept WebVTT and SRT.',
  },
}
