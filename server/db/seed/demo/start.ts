import type { Config } from '#server/config.ts'
import type { Services } from '#server/context.ts'
import { fillDemo, type Logins } from './fill.ts'
import { DEMO_ADMIN, DEMO_MEMBER } from './people.ts'

/** `DEMO=on`, or nothing said outside production. */
export function wantsDemo(config: Config): boolean {
  return config.demo === 'on' || (config.demo === null && !config.production)
}

/** Where anybody may come by, nobody may know the passwords beforehand. */
function loginsOf(config: Config): Logins {
  if (!config.production) return { [DEMO_MEMBER]: 'Demo1234', [DEMO_ADMIN]: 'Admin1234' }
  const random = () => `${Buffer.from(crypto.getRandomValues(new Uint8Array(12))).toString('base64url')}Aa1`
  return { [DEMO_MEMBER]: random(), [DEMO_ADMIN]: random() }
}

/**
 * Fills an empty database in the background and says so at its begin and end through `say`; in production the passwords are
 * said at the begin alone. A failure is logged and ends nothing but the filling.
 */
export function startDemo(services: Services, say: (line: string) => void): { stop: () => Promise<void> } {
  const { config, log } = services
  const stopping = new AbortController()
  const logins = loginsOf(config)
  const names = Object.keys(logins).join(' and ')
  const withPasswords = Object.entries(logins).map(([name, password]) => `${name} / ${password}`).join(' and ')
  const since = performance.now()

  async function fill(): Promise<void> {
    const onBegin = () => say(`Filling the empty forum with a demo; sign in as ${withPasswords}`)
    try {
      const outcome = await fillDemo(services, { logins, signal: stopping.signal, onBegin })
      const seconds = Math.round((performance.now() - since) / 1000)
      if (outcome === 'filled') say(`The demo forum is complete after ${seconds} s; sign in as ${config.production ? names : withPasswords}`)
      if (outcome === 'outdated') log.warn('Another version began the demo forum; what there is of it stays. An empty database gets a whole one')
    } catch (error) {
      log.error('The demo forum could not be filled; the next start goes on with it', { error })
    }
  }

  const filled = fill()
  return {
    async stop() {
      stopping.abort()
      await filled
    },
  }
}
