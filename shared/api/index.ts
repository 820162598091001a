import type { ApiOf } from './contract.ts'
import { admin } from './admin.ts'
import { adminAuth } from './admin-auth.ts'
import { adminBot } from './admin-bot.ts'
import { publicContract } from './public.ts'

/** Every call of the product; literal paths win over parameters whatever their order here. */
export const contract = { ...publicContract, adminAuth, admin, adminBot }

export type AppContract = typeof contract

/** The typed client of everything, for the panel, the server and tests. */
export type Api = ApiOf<AppContract>
