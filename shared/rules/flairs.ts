/** Their places are those of the colours of avatars, each readable under white text. */
export const FLAIR_COLORS = ['teal', 'amber', 'violet', 'red', 'blue', 'pink', 'green', 'slate'] as const
export type FlairColor = (typeof FLAIR_COLORS)[number]

export const hueOfFlair = (color: FlairColor) => FLAIR_COLORS.indexOf(color)
