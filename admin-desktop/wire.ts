/** Marks the answer that stands for no answer: the page's client takes it for a failed connection. */
export const UNREACHABLE_HEADER = 'x-console-unreachable'
