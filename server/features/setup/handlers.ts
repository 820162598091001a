import type { HandlersOf } from '#shared/api/contract.ts'
import type { setup } from '#shared/api/setup.ts'
import type { CtxByAccess } from '#server/context.ts'
import { completeSetup } from './complete.ts'

export const setupHandlers: HandlersOf<typeof setup, CtxByAccess> = { complete: completeSetup }
