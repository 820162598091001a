/** Languages of captions, in the order of their choice. */
export const CAPTIONS_LANGS = ['pl', 'en'] as const

export type CaptionsLang = (typeof CAPTIONS_LANGS)[number]
