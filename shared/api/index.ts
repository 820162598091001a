import type { ApiOf } from './contract.ts'
import { publicContract } from './public.ts'
import { staffContract } from './staff.ts'

/** Every call of the product; literal paths win over parameters whatever their order here. */
export const contract = { ...publicContract, ...staffContract }

export type AppContract = typeof contract

/** The typed client of everything, for the panel, the server and tests. */
export type Api = ApiOf<AppContract>
