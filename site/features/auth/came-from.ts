import * as v from 'valibot'

/** State that the pages of login and registration get from the page before. */
export const CameFrom = v.object({ message: v.optional(v.string()), from: v.optional(v.nullable(v.string())) })
