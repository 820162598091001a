import type { ApiOf } from './contract.ts'
import { publicContract } from './public.ts'
import { staffContract } from './staff.ts'

/** The order of the groups is free, since literal paths take precedence over parameters. */
export const contract = { ...publicContract, ...staffContract }

export type AppContract = typeof contract

export type Api = ApiOf<AppContract>
