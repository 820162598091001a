import type { Endpoint } from '#shared/api/contract.ts'
import { RATE_RULES } from '#server/lib/rate-rules.ts'

type CallLimit = { by: 'address' | 'user' | 'email'; limit: number; seconds: number }

const SHOWN = new Set<string>(['address', 'user', 'email'])

export function limitsOf({ rate }: Endpoint): CallLimit[] {
  return rate
    ? RATE_RULES[rate]
        .filter(({ by }) => SHOWN.has(by))
        .map(({ by, limit, windowMs }) => ({ by: by as CallLimit['by'], limit, seconds: windowMs / 1_000 }))
    : []
}
