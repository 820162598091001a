import type { ApiOf } from './contract.ts'
import { publicContract } from './public.ts'
import { staffContract } from './staff.ts'

/** Literal paths take precedence over paths with parameters, so the order of the groups does not matter. */
export const contract = { ...publicContract, ...staffContract }

export type AppContract = typeof contract

export type Api = ApiOf<AppContract>
