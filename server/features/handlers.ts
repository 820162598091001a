import type { AppContract } from '#shared/api/index.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import type { CtxByAccess } from '#server/context.ts'

type Handlers = { [Group in keyof AppContract]: HandlersOf<AppContract[Group], CtxByAccess> }

/** The handler of every call; a missing or mistyped one does not compile. */
export const handlers = {} as Handlers
