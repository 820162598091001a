/** The page's client treats a response with this header as a failed connection. */
export const UNREACHABLE_HEADER = 'x-console-unreachable'
