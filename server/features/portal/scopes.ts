import type { Endpoint } from '#shared/api/contract.ts'

/** What a token of an application must allow for a call; null where none reaches it. */
export const scopeOf = (call: Endpoint): string | null => (call as { scope?: string | null }).scope ?? null
