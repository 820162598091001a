import type { Post } from '#shared/api/shapes.ts'
import { partOnPress } from '#site/core/part-on-press.ts'

export type VideoTextDraft = Pick<Post, 'captions_url' | 'captions_lang' | 'video_alt'>

export const NO_VIDEO_TEXTS: VideoTextDraft = { captions_url: null, captions_lang: null, video_alt: '' }

/** Comment forms load this code only once they have a video. */
export const videoTextFields = partOnPress(async () => (await import('./VideoTextFields.tsx')).VideoTextFields)
