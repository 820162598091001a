import * as v from 'valibot'

/** State of a link to the login page: a message to show there, and the page to return to. */
export const CameFrom = v.object({ message: v.optional(v.string()), from: v.optional(v.nullable(v.string())) })
