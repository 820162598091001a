import { createHmac } from 'node:crypto'
import type { Config } from '#server/config.ts'

/**
 * Keys with which a browser encrypts drafts and outbox. The first key encrypts. The second one, derived from the
 * previous session secret, decrypts texts that were encrypted before the secret was changed.
 */
export const deriveKeys = ({ sessionSecret, previousSessionSecret }: Config, purpose: string): string[] =>
  [sessionSecret, previousSessionSecret]
    .filter((secret) => secret !== null)
    .map((secret) => createHmac('sha256', secret).update(purpose).digest('base64url'))
