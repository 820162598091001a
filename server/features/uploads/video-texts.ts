import { invalidField } from '#shared/api/errors.ts'
import type { CaptionsLang } from '#shared/rules/captions.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { claimUpload, softDeleteUploads } from './queries.ts'

export type VideoTexts = { captions_url: string | null; captions_lang: CaptionsLang | null; video_alt: string }

export type NewVideoTexts = VideoTexts & { video_url: string | null }

export const NO_VIDEO_TEXTS = { captions_url: null, captions_lang: null, video_alt: '' }

const isEmpty = ({ captions_url, video_alt }: VideoTexts) => captions_url === null && video_alt === ''

/** Throws `invalid` for captions or a description without a video, and for captions without a language. */
function checked({ video_url, captions_url, captions_lang, video_alt }: NewVideoTexts): VideoTexts {
  const texts = { captions_url, captions_lang: captions_url === null ? null : captions_lang, video_alt }
  if (video_url === null && !isEmpty(texts))
    throw invalidField(captions_url === null ? 'video_alt' : 'captions_url', 'without_video')
  if (captions_url !== null && captions_lang === null) throw invalidField('captions_lang', 'captions_lang')
  return texts
}

export async function claimVideoTexts(tx: DbOrTx, userId: number, given: NewVideoTexts): Promise<VideoTexts> {
  const texts = checked(given)
  if (texts.captions_url !== null) await claimUpload(tx, { userId, url: texts.captions_url, kind: 'captions' })
  return texts
}

type Edited = { [Name in keyof VideoTexts]?: VideoTexts[Name] | undefined }

/** Returns only the columns that the edit changes. */
export async function changedVideoTexts(
  tx: DbOrTx,
  userId: number,
  { video_url, ...before }: NewVideoTexts,
  { captions_url = before.captions_url, captions_lang = before.captions_lang, video_alt = before.video_alt }: Edited,
): Promise<Partial<VideoTexts>> {
  const texts = checked({ video_url, captions_url, captions_lang, video_alt })
  const isNewFile = texts.captions_url !== before.captions_url
  if (isNewFile && texts.captions_url !== null)
    await claimUpload(tx, { userId, url: texts.captions_url, kind: 'captions' })
  return {
    ...(isNewFile && { captions_url: texts.captions_url }),
    ...(texts.captions_lang !== before.captions_lang && { captions_lang: texts.captions_lang }),
    ...(texts.video_alt !== before.video_alt && { video_alt: texts.video_alt }),
  }
}

export async function dropCaptions(tx: DbOrTx, url: string | null, now: Date): Promise<void> {
  if (url !== null) await softDeleteUploads(tx, [url], now)
}
