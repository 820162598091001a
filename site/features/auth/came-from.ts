import * as v from 'valibot'

/**
 * State that a link to the login or registration page passes on: a message to show there, and the page to return to.
 */
export const CameFrom = v.object({ message: v.optional(v.string()), from: v.optional(v.nullable(v.string())) })
