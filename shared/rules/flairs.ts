/** Flair colours, in the order of the avatar colours; white text is readable on each. */
export const FLAIR_COLORS = ['teal', 'amber', 'violet', 'red', 'blue', 'pink', 'green', 'slate'] as const
export type FlairColor = (typeof FLAIR_COLORS)[number]

export const hueOfFlair = (color: FlairColor) => FLAIR_COLORS.indexOf(color)
