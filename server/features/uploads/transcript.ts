import type { Transcript } from '#shared/api/shapes.ts'
import type { Services } from '#server/context.ts'
import { readCaptions } from '#server/media/captions/captions.ts'
import { keyOf } from '#server/media/storage-keys.ts'
import type { VideoTexts } from './video-texts.ts'

export async function readTranscript(
  { media }: Pick<Services, 'media'>,
  { captions_url, captions_lang, video_alt }: VideoTexts,
): Promise<Transcript> {
  const file = captions_url === null ? null : await media.get(keyOf(captions_url))
  const cues = file ? readCaptions(new Uint8Array(await new Response(file.body).arrayBuffer())) : []
  return { captions_lang, video_alt, cues }
}
