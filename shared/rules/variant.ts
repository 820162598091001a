/** Which of the two sites a hostname shows: the one for everybody, or the one for adults. */
export type Variant = 'normal' | 'adult'
