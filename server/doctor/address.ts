import type { Config } from '#server/config.ts'
import { serverStatus } from '#server/workers/control.ts'
import { error, ok, reasonOf, warning, type Finding } from './finding.ts'

const TIMEOUT_MS = 8_000

const ask = (url: string) => fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })

function originOfAdult({ publicUrl, adultHost }: Config): string {
  const { protocol, port } = new URL(publicUrl)
  return `${protocol}//${adultHost}${adultHost.includes(':') || port === '' ? '' : `:${port}`}`
}

/** All responses of this server have this header, and no proxy adds it. */
const isOurs = (answer: Response) => answer.headers.has('x-request-id')

async function checkHost(name: string, setting: string, origin: string): Promise<Finding> {
  let answer: Response
  try {
    answer = await ask(`${origin}/healthz`)
  } catch (thrown) {
    const advice = `Check DNS, certificate and proxy of ${setting}; from here it may also be unreachable by design.`
    return warning(name, `${origin} cannot be reached from here: ${reasonOf(thrown)}.`, advice)
  }
  if (!isOurs(answer))
    return error(name, `${origin} is answered by another program (${answer.status}).`, 'Point the proxy to the server.')
  if (answer.status !== 200)
    return error(
      name,
      `${origin} answers ${answer.status}.`,
      'Let the proxy pass every path and the header Host unchanged.',
    )
  return ok(name, `${origin} answers.`)
}

/** Checks what the server can find out about the proxies and networks between itself and its readers. */
export async function checkAddress(config: Config): Promise<Finding[]> {
  const { publicUrl, publicUrlIsSet, production, trustedProxies, host } = config
  const isHttps = publicUrl.startsWith('https:')
  if (!publicUrlIsSet) {
    const advice = 'Set PUBLIC_URL to the address that readers use.'
    return [production ? warning('address', `Links lead to ${publicUrl}.`, advice) : ok('address', publicUrl)]
  }
  const findings: Finding[] = []
  if (!isHttps && new URL(publicUrl).hostname !== 'localhost')
    findings.push(warning('https', 'PUBLIC_URL has no https.', 'Put a proxy with a certificate in front.'))
  if (isHttps && trustedProxies.length === 0)
    findings.push(
      warning(
        'proxy',
        'TRUSTED_PROXIES is empty: limits count all readers as one.',
        'Set it to the address of the proxy.',
      ),
    )
  if (
    isHttps &&
    !['127.0.0.1', '::1', 'localhost'].includes(host) &&
    trustedProxies.every((one) => /^(127\.|::1)/.test(one))
  )
    findings.push(
      warning(
        'proxy',
        `The port is open on ${host}, past the proxy.`,
        'Set HOST=127.0.0.1, or close the port in the firewall.',
      ),
    )
  findings.push(await checkHost('address', 'PUBLIC_URL', publicUrl))
  if (!config.adultHost.endsWith('.localhost'))
    findings.push(await checkHost('adult address', 'ADULT_HOST', originOfAdult(config)))
  return findings
}

export async function checkWorkers({ dataDir }: Pick<Config, 'dataDir'>): Promise<Finding[]> {
  const status = await serverStatus(dataDir).catch((thrown: unknown) => reasonOf(thrown))
  if (typeof status === 'string')
    return [error('workers', `The server does not answer: ${status}.`, 'Stop it and start it again.')]
  if (!status) return [warning('workers', 'The server does not run.', 'watek start')]
  const count = status.workers.length
  if (status.workers.some(({ isReadOnly }) => isReadOnly))
    return [warning('workers', 'The server is read-only for an update.', 'Wait for it, or see watek status.')]
  return [ok('workers', `${count} ${count === 1 ? 'worker answers' : 'workers answer'}.`)]
}
