import * as v from 'valibot'

/** State passed to the pages of login and registration. */
export const CameFrom = v.object({ message: v.optional(v.string()), from: v.optional(v.nullable(v.string())) })
