export const AD_VARIANTS = ['normal', 'adult', 'both'] as const
export const AD_PLACES = ['home', 'category', 'post'] as const

export type AdPlace = (typeof AD_PLACES)[number]
