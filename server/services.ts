import type { Services } from './context.ts'
import { createInvalidations } from './lib/invalidations.ts'
import { createMemoryRateStore, createRateLimiter } from './lib/rate-limit.ts'
import { createLogger } from './lib/log.ts'
import { createMailer } from './mail/mailer.ts'
import { openMediaStorage } from './media/open-storage.ts'
import { createCaches } from './caches.ts'

type Given = Pick<Services, 'config' | 'db'> & Partial<Services>

/** `given` replaces the defaults that the settings choose. */
export function createServices(given: Given): Services {
  const { config, now = () => new Date(), invalidations = createInvalidations() } = given
  return {
    log: createLogger(config.logLevel, config.production),
    limiter: createRateLimiter(config.rateLimitScale, createMemoryRateStore(() => now().getTime())),
    mailer: createMailer(config),
    media: openMediaStorage(config),
    caches: createCaches(() => now().getTime(), invalidations),
    invalidations,
    replicas: null,
    now,
    ...given,
  }
}
