import { createHmac } from 'node:crypto'
import type { Config } from '#server/config.ts'

/** Browsers encrypt drafts and outbox with the first key; the key of the previous session secret only decrypts. */
export const deriveKeys = ({ sessionSecret, previousSessionSecret }: Config, purpose: string): string[] =>
  [sessionSecret, previousSessionSecret]
    .filter((secret) => secret !== null)
    .map((secret) => createHmac('sha256', secret).update(purpose).digest('base64url'))
