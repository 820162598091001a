import stored from './examples.json' with { type: 'json' }

/** A request that a test sent and its answer, with tokens and times replaced and long lists cut. */
export type Example = {
  method: string
  /** Path and query of the request. */
  url: string
  body?: unknown
  status: number
  answer: unknown
}

/** Examples by the call's group and name. */
export const EXAMPLES = stored as Record<string, Example>

export const exampleOf = (call: string): Example | undefined => EXAMPLES[call]
