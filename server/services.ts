import type { Bus } from './bus/bus.ts'
import { createLocalBus } from './bus/local-bus.ts'
import type { Services } from './context.ts'
import { publishChangesOf } from './features/events/changes.ts'
import { createEvents } from './features/events/events.ts'
import { createAdCounts } from './features/ads/counts.ts'
import type { SharedSlots } from './features/events/stream-slots.ts'
import { createCaches } from './lib/caches.ts'
import { createLiveStreams } from './features/streams/media/live.ts'
import { createInvalidations } from './lib/invalidations.ts'
import { createMemoryRateStore, createRateLimiter } from './lib/rate-limit.ts'
import { createSettings } from './features/settings/store.ts'
import { CLOSED_SETUP } from './lib/setup.ts'
import { createUsage, type Usage } from './lib/usage.ts'
import { createSlots } from './lib/slots.ts'
import { createLogger } from './lib/log.ts'
import { createCurrentMailer, type Mailer } from './mail/mailer.ts'
import { openMediaStorage } from './media/open-storage.ts'

/** Searches use at most four of the ten connections for transactions; those from one IP address run one at a time. */
const SEARCH_SLOTS = { total: 4, perKey: 1, maxWaiting: 40, maxWaitMs: 15_000, share: 0.5, burstMs: 1_000 }

const counted = (mailer: Mailer, usage: Usage): Mailer => ({
  async send(mail) {
    await mailer.send(mail)
    usage.mail()
  },
})

/** Without `bus` events reach only this process; without `sharedSlots` only its event streams are limited. */
type Given = Pick<Services, 'config' | 'db'> & Partial<Services> & { bus?: Bus; sharedSlots?: SharedSlots | null }

/** `given` replaces default services. */
export function createServices(given: Given): Services {
  const {
    config,
    db,
    now = () => new Date(),
    invalidations = createInvalidations(),
    log = createLogger(config.logLevel, config.production),
    bus = createLocalBus(log),
    sharedSlots = null,
    events = createEvents({ bus, sharedSlots, config, db, log, now }),
    settings = createSettings({ config, db, log, bus, invalidations }),
    media = openMediaStorage(config),
    live = createLiveStreams({ config, settings, db, log, media, events, invalidations }),
    usage = createUsage(),
    adCounts = createAdCounts({ db, log, timeZone: config.timeZone, now }),
    ...rest
  } = given
  publishChangesOf(db, events.publish)
  return {
    limiter: createRateLimiter(
      config.rateLimitScale,
      createMemoryRateStore(() => now().getTime()),
    ),
    searchSlots: createSlots(SEARCH_SLOTS),
    mailer: counted(
      createCurrentMailer(() => ({
        smtpUrl: settings.value('smtp_url'),
        mailFrom: settings.value('mail_from'),
        dataDir: config.dataDir,
      })),
      usage,
    ),
    media,
    caches: createCaches(() => now().getTime(), invalidations),
    invalidations,
    replicas: null,
    setup: CLOSED_SETUP,
    ...rest,
    config,
    settings,
    db,
    log,
    now,
    events,
    live,
    adCounts,
    usage,
  }
}
