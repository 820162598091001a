/** The page's client treats an answer with this header as a failed connection. */
export const UNREACHABLE_HEADER = 'x-console-unreachable'
