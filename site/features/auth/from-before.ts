import * as v from 'valibot'

/** What a previous screen may pass along to login and registration: a word for the reader, and where it was. */
export const FromBefore = v.object({ message: v.optional(v.string()), from: v.optional(v.nullable(v.string())) })
