/**
 * Stock phrases of one language, `{a|b}` as in the other texts; with an opener or a closer a remark is a new one. `asked`
 * are questions, each with the answer that fits it; `author` is said by who asked the forum something, `thanks` by who told
 * it something.
 */
export type Phrases = {
  asked: [question: string, answer: string][]
} & Record<
  'agree' | 'doubt' | 'author' | 'thanks' | 'joke' | 'heated' | 'openers' | 'closers' | 'postOpenings' | 'questionEndings' | 'tellingEndings',
  string[]
>
