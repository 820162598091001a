import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type postgres from 'postgres'
import { startSmtpServer, type Received } from '#server/mail/testing/smtp-server.ts'
import { openForum, spawnServer, untilAnswers, type Forum, type Started } from '../../fixture.ts'
import { signInMembers, type Member } from '../members.ts'

const SIZES = { users: 20_000, categories: 20, posts: 5_000, comments: 15_000, votes: 40_000 }
const MEMBERS = 120
const MEDIA_MB = 64

type MailServer = { url: string; stop: () => void; start: () => void; recipients: () => string[] }

export type Environment = {
  port: number
  url: string
  dataDir: string
  sql: postgres.Sql
  forum: Forum
  members: Member[]
  mailboxes: string[]
  probe: { member: Member; post: number; comment: number }
  server: () => Started
  mail: MailServer
  hasSmallDisk: boolean
  restarts: () => number
  close: () => Promise<void>
}

function openMail(): MailServer {
  let server = startSmtpServer()
  const { url } = server
  const port = Number(new URL(url).port)
  const received: Received[][] = [server.received]
  return {
    url,
    stop: () => void server.stop(),
    start() {
      server = startSmtpServer(undefined, port)
      received.push(server.received)
    },
    recipients: () => received.flat().flatMap(({ recipients }) => recipients),
  }
}

function openStalledProvider() {
  return Bun.serve({ hostname: '127.0.0.1', port: 0, idleTimeout: 0, fetch: () => new Promise<Response>(() => {}) })
}

async function mountSmallDisk(folder: string): Promise<boolean> {
  await mkdir(folder, { recursive: true })
  const child = Bun.spawn(['mount', '-t', 'tmpfs', '-o', `size=${MEDIA_MB}m`, 'tmpfs', folder], {
    stdout: 'ignore',
    stderr: 'ignore',
  })
  return (await child.exited) === 0
}

const unmount = (folder: string) => Bun.spawn(['umount', folder], { stdout: 'ignore', stderr: 'ignore' }).exited

/** Calls `use` with a small disk mounted as the media folder, if mounting is possible. */
export async function withSmallDisk<T>(
  home: string,
  use: (dataDir: string, hasSmallDisk: boolean) => Promise<T>,
): Promise<T> {
  const dataDir = join(home, 'forum')
  const media = join(dataDir, 'media')
  await unmount(media)
  await rm(dataDir, { recursive: true, force: true })
  await mkdir(dataDir, { recursive: true })
  const hasSmallDisk = process.platform === 'linux' && (await mountSmallDisk(media))
  try {
    return await use(dataDir, hasSmallDisk)
  } finally {
    if (hasSmallDisk) await unmount(media)
  }
}

export async function openEnvironment(
  dataDir: string,
  hasSmallDisk: boolean,
  print: (line: string) => void,
): Promise<Environment> {
  const forum = await openForum(dataDir, SIZES, print)
  const { sql } = forum
  const members = await signInMembers(sql, MEMBERS + 1)
  const mailboxes = (await sql<{ email: string }[]>`select email from "user" where id > 1000 order by id`).map(
    ({ email }) => email,
  )
  const [place] = await sql<{ post: number; comment: number }[]>`
    select c.post_id as post, c.id as comment from comment c join post_rank r on r.post_id = c.post_id
      where r.is_listed and not r.is_nsfw order by c.id desc limit 1`

  const mail = openMail()
  const provider = openStalledProvider()
  const options = {
    dataDir,
    settings: {
      SMTP_URL: mail.url,
      AI_PROVIDER: 'openai',
      OPENAI_API_KEY: 'none',
      OPENAI_BASE_URL: `http://127.0.0.1:${provider.port}/v1`,
      LOG_LEVEL: 'error',
    },
  }
  let isClosing = false
  let restarts = 0
  let server = await spawnServer(options)
  const { port } = server
  const supervise = (started: Started) => {
    started.child.once('exit', (code, signal) => {
      if (isClosing) return
      restarts += 1
      if (signal !== 'SIGKILL') print(`The server ended by itself (${code}): ${started.output()}`)
      void spawnServer({ ...options, port }).then((next) => {
        server = next
        supervise(next)
      })
    })
  }
  supervise(server)
  async function close(): Promise<void> {
    isClosing = true
    await server.stop()
    await provider.stop(true)
    mail.stop()
    await sql.end({ timeout: 1 })
  }
  try {
    await untilAnswers(server)
  } catch (error) {
    await close()
    throw error
  } finally {
    // From here on only the server starts the database again after a kill.
    await forum.embedded.stop()
  }
  return {
    port,
    url: forum.url,
    dataDir,
    sql,
    forum,
    mail,
    mailboxes,
    hasSmallDisk,
    members: members.slice(0, -1),
    probe: { member: members.at(-1)!, post: place!.post, comment: place!.comment },
    server: () => server,
    restarts: () => restarts,
    close,
  }
}
