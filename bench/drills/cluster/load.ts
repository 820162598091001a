import { makePng } from '#server/media/testing/pictures.ts'
import { Expected } from '../expected.ts'
import type { Member } from '../members.ts'
import { formWith } from '../../parts/writes.ts'

type Kind = 'page' | 'read' | 'own read' | 'write' | 'upload' | 'picture'
/** Times in ms of `performance.now()`; `failure` is a status, `no answer` or `broken`. */
export type Sent = { kind: Kind; at: number; done: number; failure: string | null }
type Ask = {
  method?: string
  member?: Member
  json?: unknown
  body?: Uint8Array
  contentType?: string
  address?: string
  keepalive?: boolean
}
type Answer = { status: number; text: string }

const CLIENTS = 16
/** Requests per second of all clients together; fewer are sent if responses are slow. */
export const RATE = 36
const REQUESTS_OF_A_STEP = 3
const TIMEOUT_MS = 10_000

const addressOf = (number: number) => `100.${64 + ((number >> 16) & 63)}.${(number >> 8) & 255}.${number & 255}`

async function once(
  origin: string,
  path: string,
  { method = 'GET', member, json, body, contentType, address, keepalive = true }: Ask,
): Promise<Answer> {
  const answer = await fetch(origin + path, {
    method,
    keepalive,
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    body: json === undefined ? (body as BodyInit) : JSON.stringify(json),
    headers: {
      host: 'localhost',
      'x-forwarded-for': address ?? addressOf(member?.id ?? Math.floor(Math.random() * 4e6)),
      ...(member && { authorization: `Bearer ${member.token}`, cookie: `session=${member.token}` }),
      ...(json !== undefined ? { 'content-type': 'application/json' } : contentType && { 'content-type': contentType }),
    },
  })
  return { status: answer.status, text: await answer.text() }
}

/** Status 0 means no response, with the reason as text. */
export const ask = (origin: string, path: string, options: Ask = {}): Promise<Answer> =>
  once(origin, path, options).catch((error: Error) => ({
    status: 0,
    text: error.name === 'TimeoutError' ? 'no answer' : 'broken',
  }))

/** Members write through the load balancer and at once read what they wrote; visitors read. */
export class Load {
  readonly sent: Sent[] = []
  readonly expected = new Expected()
  readonly notSeen: { at: number; what: string }[] = []
  pairs = 0
  #number = 0
  #isStopped = false
  #running: Promise<void>[] = []

  constructor(
    readonly origin: string,
    readonly run: string,
    readonly members: Member[],
    readonly posts: number[],
  ) {}

  start(): void {
    this.#running = Array.from({ length: CLIENTS }, () => this.#client())
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all(this.#running)
  }

  anyMember(): Member {
    return this.members[Math.floor(Math.random() * this.members.length)]!
  }

  async ask(kind: Kind, path: string, options: Ask = {}): Promise<Answer | null> {
    const at = performance.now()
    const { status, text } = await ask(this.origin, path, options)
    const isGood = status >= 200 && status < 300
    this.sent.push({ kind, at, done: performance.now(), failure: isGood ? null : status === 0 ? text : String(status) })
    if (status >= 400 && status < 500 && kind !== 'own read')
      this.expected.surprises.push(`${options.method ?? 'GET'} ${path}: ${status} ${text.slice(0, 200)}`)
    return isGood || (kind === 'own read' && status === 404) ? { status, text } : null
  }

  async #client(): Promise<void> {
    while (!this.#isStopped) {
      const pause = Bun.sleep((CLIENTS * REQUESTS_OF_A_STEP * 1_000) / RATE)
      await this.#step(this.#number++)
      await pause
    }
  }

  async #seen(path: string, member: Member, what: string, isShown: (text: string) => boolean): Promise<void> {
    const at = performance.now()
    const answer = await this.ask('own read', path, { member })
    if (!answer) return
    this.pairs += 1
    if (answer.status !== 200 || !isShown(answer.text))
      this.notSeen.push({ at, what: `${what}: ${answer.status} by ${path}` })
  }

  async #step(number: number): Promise<void> {
    const { members, posts, expected } = this
    const member = members[number % members.length]!
    // No member votes twice on a post, because a failed vote that takes effect late could change an acknowledged one.
    const post = posts[(Math.floor(number / members.length) * 7 + number) % posts.length]!
    const text = `${this.run} ${number}: some words that nobody else writes`
    const create = async (kind: 'post' | 'comment', path: string, json: object) => {
      expected.texts[kind].add(text)
      const answer = await this.ask('write', path, { method: 'POST', member, json })
      const id = answer && (JSON.parse(answer.text) as { id: number }).id
      if (id !== null) expected[`${kind}s`].set(id, text)
      return id
    }
    const turn = number % 20
    if (turn < 10) {
      const value = number % 3 === 0 ? -1 : 1
      if (await this.ask('write', `/api/votes/${post}`, { method: 'POST', member, json: { value } })) {
        expected.postVotes.set(`${member.id}:${post}`, value)
        await this.#seen(
          `/api/posts/${post}`,
          member,
          'vote',
          (body) => (JSON.parse(body) as { user_vote: number }).user_vote === value,
        )
      }
    } else if (turn < 17) {
      const id = await create('comment', '/api/comments', { post_id: post, content: text })
      if (id !== null)
        await this.#seen(`/api/comments?post_id=${post}&sort=new`, member, 'comment', (body) => body.includes(text))
    } else if (turn < 19) {
      const id = await create('post', '/api/posts', { category_id: member.category, title: text, content: text })
      if (id !== null)
        await this.#seen(turn === 17 ? `/api/posts/${id}` : `/post/${id}`, member, 'post', (body) =>
          body.includes(text),
        )
    } else {
      const colour = [number % 256, (number >> 8) % 256, Math.floor(Math.random() * 256)] as const
      const picture = formWith('file', 'picture.png', 'image/png', makePng(64, 64, { left: colour, right: colour }))
      const answer = await this.ask('upload', '/api/upload/image', {
        method: 'POST',
        member,
        body: picture.body,
        contentType: picture.contentType,
      })
      if (!answer) return
      const { url } = JSON.parse(answer.text) as { url: string }
      expected.media.add(url)
      await this.ask('picture', url, { member })
    }
    const page = ['/', `/post/${post}`, '/api/posts?limit=10', `/api/comments?post_id=${post}`][number % 4]!
    await this.ask(page.startsWith('/api') ? 'read' : 'page', page)
  }
}
