/** The two hosts of the site: for everybody, or for adults. */
export type Variant = 'normal' | 'adult'
