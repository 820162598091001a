import type { Config } from '#server/config.ts'
import type { Services } from '#server/context.ts'
import { fillDemo, type Logins } from './fill.ts'
import { DEMO_ADMIN, DEMO_MEMBER } from './history/plan.ts'

export function wantsDemo(config: Config): boolean {
  return config.demo === 'on' || (config.demo === null && !config.production)
}

/** Known passwords in development, random ones in production. */
function loginsOf(config: Config): Logins {
  if (!config.production) return { [DEMO_MEMBER]: 'Demo1234', [DEMO_ADMIN]: 'Admin1234' }
  const random = () => `${Buffer.from(crypto.getRandomValues(new Uint8Array(12))).toString('base64url')}Aa1`
  return { [DEMO_MEMBER]: random(), [DEMO_ADMIN]: random() }
}

/** In production the passwords are printed only when the fill begins. */
export function startDemo(services: Services, print: (line: string) => void): { stop: () => Promise<void> } {
  const { config, log } = services
  const stopping = new AbortController()
  const logins = loginsOf(config)
  const names = Object.keys(logins).join(' and ')
  const withPasswords = Object.entries(logins)
    .map(([name, password]) => `${name} / ${password}`)
    .join(' and ')
  const since = performance.now()

  async function fill(): Promise<void> {
    const onBegin = () => print(`Filling the empty forum with a demo; sign in as ${withPasswords}`)
    try {
      const outcome = await fillDemo(services, { logins, signal: stopping.signal, onBegin })
      const seconds = Math.round((performance.now() - since) / 1000)
      if (outcome === 'filled') {
        print(`The demo forum is complete after ${seconds} s; sign in as ${config.production ? names : withPasswords}`)
      }
      if (outcome === 'outdated') {
        log.warn('Another version started the demo forum; it stays incomplete. An empty database gets a complete one')
      }
    } catch (error) {
      log.error('The demo forum could not be filled; the next start resumes', { error })
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
