import * as v from 'valibot'

/** Navigation state passed to the login and registration pages. */
export const CameFrom = v.object({ message: v.optional(v.string()), from: v.optional(v.nullable(v.string())) })
