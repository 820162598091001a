import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import postgres from 'postgres'
import type { Config } from '#server/config.ts'
import { signAccessToken } from '#server/features/auth/tokens.ts'
import { freePort } from '#server/lib/free-port.ts'
import { ReleaseError } from '#server/release/layout.ts'

const ROOT = resolve(import.meta.dir, '../..')
const START_TIMEOUT_MS = 25_000
const ANSWER_TIMEOUT_MS = 10_000
const SESSION_MS = 60_000
const RETRY_MS = 50

type Asked = { port: number; host: string }

async function ask(
  { port, host }: Asked,
  path: string,
  headers: Record<string, string> = {},
  good: number[] = [200],
): Promise<Response> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { host, ...headers },
    redirect: 'manual',
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  })
  if (!good.includes(answer.status)) throw new ReleaseError(`The new version answers ${answer.status} to ${path}.`)
  return answer
}

/** Returns whether the forum has no admin yet; without an admin there is nothing but the set-up page. */
async function isBeforeSetup(asked: Asked): Promise<boolean> {
  const answer = await ask(asked, '/', {}, [200, 302])
  await answer.text()
  if (answer.status === 200) return false
  await (await ask(asked, '/setup')).text()
  return true
}

async function readFeedAndPost(asked: Asked): Promise<void> {
  const feed = (await (await ask(asked, '/api/posts?limit=1')).json()) as { posts: { id: number }[] }
  const [post] = feed.posts
  if (!post) return
  await (await ask(asked, `/api/posts/${post.id}`)).json()
  await (await ask(asked, `/post/${post.id}`)).text()
}

/** Checks that login sessions work in this version, with a one-minute session of any account. */
async function signSession(asked: Asked, sql: postgres.Sql, secret: string): Promise<void> {
  const [user] = await sql<{ id: number; email: string }[]>`
    select id, email from "user" where deleted_at is null and not is_bot and email_verified order by id limit 1`
  if (!user) return
  const expires = new Date(Date.now() + SESSION_MS)
  const id = `update-${crypto.randomUUID()}`
  await sql`insert into session (id, user_id, expires_at) values (${id}, ${user.id}, ${expires})`
  try {
    const token = await signAccessToken(secret, id, user.id, expires)
    const answer = await ask(asked, '/api/account', { authorization: `Bearer ${token}` })
    const { email } = (await answer.json()) as { email: string }
    if (email !== user.email) throw new ReleaseError('The new version takes a session for that of another account.')
  } finally {
    await sql`delete from session where id = ${id}`
  }
}

/** Checks that a server serves pages, API calls and login sessions. @throws ReleaseError */
export async function checkServer(asked: Asked, url: string, secret: string): Promise<void> {
  await ask(asked, '/readyz')
  if (await isBeforeSetup(asked)) return
  await readFeedAndPost(asked)
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  await signSession(asked, sql, secret).finally(() => sql.end({ timeout: 2 }))
}

export const hostOf = ({ publicUrl }: Config, port: number) => {
  const { host, hostname } = new URL(publicUrl)
  return hostname === 'localhost' ? `localhost:${port}` : host
}

/** Starts this version in a read-only process on its own port; returns the milliseconds of its start. */
export async function checkCandidate(config: Config, url: string, env: NodeJS.ProcessEnv): Promise<number> {
  const startedAt = performance.now()
  const port = await freePort()
  const child = spawn(process.execPath, ['--no-env-file', join(ROOT, 'server/main.ts')], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      ...env,
      DATABASE_URL: config.databaseUrl ?? url,
      PORT: String(port),
      HOST: '127.0.0.1',
      WORKERS: '1',
      WATEK_READ_ONLY: '1',
      WATEK_WORKER: '',
      // The server exits together with this process.
      WATEK_PARENT_PIPE: '1',
    },
  })
  let said = ''
  const collect = (piece: Buffer) => {
    said = (said + piece.toString()).slice(-4_000)
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  const ended = new Promise<void>((done) => {
    child.once('close', () => done())
  })
  try {
    await untilReady({ port, host: hostOf(config, port) }, () => child.exitCode ?? child.signalCode)
    const took = performance.now() - startedAt
    await checkServer({ port, host: hostOf(config, port) }, url, config.sessionSecret)
    return took
  } catch (error) {
    const last = said.trim().split('\n').at(-1) ?? ''
    throw new ReleaseError(`${(error as Error).message}${last === '' ? '' : ` It said: ${last.slice(0, 300)}`}`)
  } finally {
    child.kill('SIGTERM')
    await Promise.race([ended, Bun.sleep(2_000)])
    child.kill('SIGKILL')
  }
}

async function untilReady(asked: Asked, exit: () => number | string | null): Promise<void> {
  for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline; await Bun.sleep(RETRY_MS)) {
    if (exit() !== null) throw new ReleaseError('The new version ended before it answered.')
    const isReady = await ask(asked, '/readyz').then(
      () => true,
      () => false,
    )
    if (isReady) return
  }
  throw new ReleaseError(`The new version did not answer within ${START_TIMEOUT_MS / 1_000} s.`)
}
