import stored from './examples.json' with { type: 'json' }

/** Tokens and times are replaced by fixed values, long lists are truncated. */
export type Example = { method: string; url: string; body?: unknown; status: number; answer: unknown }

/** Examples by call name, such as 'posts.create'. */
export const EXAMPLES = stored as Record<string, Example>

export const exampleOf = (call: string): Example | undefined => EXAMPLES[call]
