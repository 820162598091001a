import { createHmac } from 'node:crypto'
import type { Config } from '#server/config.ts'

/** Keys with which a browser encrypts typed text. The first one encrypts; the second one is of the former secret. */
export const deriveKeys = ({ sessionSecret, previousSessionSecret }: Config, purpose: string): string[] =>
  [sessionSecret, previousSessionSecret]
    .filter((secret) => secret !== null)
    .map((secret) => createHmac('sha256', secret).update(purpose).digest('base64url'))
