/** Stock phrases of one language, `{a|b}` as in the other texts; with an opener or a closer a remark is a new one. */
export type Phrases = Record<
  | 'agree' | 'doubt' | 'ask' | 'answer' | 'author' | 'joke' | 'heated' | 'openers' | 'closers'
  | 'postOpenings' | 'questionEndings' | 'tellingEndings',
  string[]
>
