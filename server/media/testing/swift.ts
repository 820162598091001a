import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '#server/lib/free-port.ts'
import type { S3Settings } from '../s3-storage.ts'

const PROGRAMS = [
  'memcached',
  'swift-ring-builder',
  'swift-account-server',
  'swift-container-server',
  'swift-object-server',
  'swift-proxy-server',
]
const START_TIMEOUT_MS = 60_000
const FILTERS = ['catch_errors', 'gatekeeper', 'listing_formats', 'copy', 'bulk', 'slo', 'dlo']
const KINDS = ['account', 'container', 'object'] as const

/** Returns why OpenStack Swift cannot run here, or null if it can. */
export function missingSwift(): string | null {
  const missing = PROGRAMS.filter((program) => Bun.which(program) === null)
  return missing.length > 0
    ? `not installed: ${missing.join(', ')}`
    : process.getuid?.() === 0
      ? null
      : 'Swift needs root'
}

export type Swift = {
  settings: S3Settings
  pids: () => number[]
  kill: () => Promise<void>
  start: () => Promise<void>
  stop: () => Promise<void>
}

const storageConfig = (kind: string, folder: string, port: number) => `
[DEFAULT]
devices = ${folder}/devices
mount_check = false
bind_ip = 127.0.0.1
bind_port = ${port}
user = root
workers = 0
swift_dir = ${folder}
log_level = ERROR
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`

const proxyConfig = (folder: string, port: number, memcached: number) => `
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
user = root
workers = 0
swift_dir = ${folder}
log_level = ERROR
[pipeline:main]
pipeline = catch_errors gatekeeper cache listing_formats s3api tempauth copy bulk slo dlo proxy-server
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${memcached}
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_watek_media = secretkey .admin
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
error_suppression_interval = 1
${FILTERS.map((name) => `[filter:${name}]\nuse = egg:swift#${name}`).join('\n')}
`

/** Starts OpenStack Swift with its S3 interface and an empty bucket `media`, on free ports of 127.0.0.1. */
export async function startSwift(folder: string): Promise<Swift> {
  await mkdir(join(folder, 'devices/d1'), { recursive: true })
  await Bun.write(
    join(folder, 'swift.conf'),
    '[swift-hash]\nswift_hash_path_suffix = s\nswift_hash_path_prefix = p\n[storage-policy:0]\nname = ' +
      'default\ndefault = yes\n',
  )
  let children: Bun.Subprocess[] = []
  const memcached = await freePort()
  const commands = [['memcached', '-u', 'nobody', '-l', '127.0.0.1', '-p', String(memcached), '-m', '16']]
  for (const kind of KINDS) {
    const port = await freePort()
    const builder = (...words: string[]) =>
      Bun.spawnSync(['swift-ring-builder', `${kind}.builder`, ...words], { cwd: folder })
    builder('create', '2', '1', '0')
    builder('add', `r1z1-127.0.0.1:${port}/d1`, '1')
    builder('rebalance')
    await Bun.write(join(folder, `${kind}.conf`), storageConfig(kind, folder, port))
    commands.push([`swift-${kind}-server`, `${kind}.conf`])
  }
  const port = await freePort()
  await Bun.write(join(folder, 'proxy.conf'), proxyConfig(folder, port, memcached))
  commands.push(['swift-proxy-server', 'proxy.conf'])
  const endpoint = `http://127.0.0.1:${port}`
  const kill = async () => {
    for (const child of children) child.kill('SIGKILL')
    await Promise.all(children.map(({ exited }) => exited))
  }
  const stop = async () => {
    await kill()
    await rm(folder, { recursive: true, force: true })
  }
  const start = async () => {
    children = commands.map((command) =>
      Bun.spawn(command, {
        cwd: folder,
        env: { ...process.env, SWIFT_DIR: folder },
        stdin: 'ignore',
        stdout: 'ignore',
        stderr: 'ignore',
      }),
    )
    if (!(await makeBucket(endpoint))) throw new Error('OpenStack Swift did not start')
  }
  await start().catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return {
    settings: {
      endpoint,
      bucket: 'media',
      region: 'us-east-1',
      accessKeyId: 'watek:media',
      secretAccessKey: 'secretkey',
    },
    pids: () => children.map(({ pid }) => pid),
    kill,
    start,
    stop,
  }
}

/** Returns false if the store did not respond in time. */
async function makeBucket(endpoint: string): Promise<boolean> {
  for (const end = performance.now() + START_TIMEOUT_MS; performance.now() < end; await Bun.sleep(100)) {
    const login = await fetch(`${endpoint}/auth/v1.0`, {
      headers: { 'x-auth-user': 'watek:media', 'x-auth-key': 'secretkey' },
    }).catch(() => null)
    const [url, token] = [login?.headers.get('x-storage-url'), login?.headers.get('x-auth-token')]
    if (!url || !token) continue
    const made = await fetch(`${url}/media`, { method: 'PUT', headers: { 'x-auth-token': token } }).catch(() => null)
    if (made?.ok) return true
  }
  return false
}
