/** Languages of captions, in the order in which they are offered. */
export const CAPTIONS_LANGS = ['pl', 'en'] as const

export type CaptionsLang = (typeof CAPTIONS_LANGS)[number]
