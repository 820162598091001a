import { makePng } from '#server/media/testing/pictures.ts'
import { Connection, requestBytes, type Answer, type RequestInit } from '../load/connection.ts'
import { formWith } from '../parts/writes.ts'
import type { Expected } from './expected.ts'
import type { Member } from './members.ts'

type Fixture = {
  port: number
  posts: number[]
  comments: number[]
  members: Member[]
  mailboxes: string[]
  expected: Expected
}

const PAUSE = 5
const RETRY = 60
const GIVE_UP = 90_000

export class Traffic {
  #isStopped = false
  #gate: Promise<void> = Promise.resolve()
  #open: () => void = () => {}
  #busy = 0
  #running: Promise<void>[] = []
  #number = 0
  /** Number of reads by HTTP status; status 0 counts broken connections. */
  readonly read: Record<number, number> = {}

  constructor(
    readonly fixture: Fixture,
    readonly run: string,
  ) {}

  start(writers: number, readers: number): void {
    const { members } = this.fixture
    const each = Math.floor(members.length / writers)
    this.#running = [
      // Each member belongs to one writer, so the last acknowledged write is certain.
      ...Array.from({ length: writers }, (_, at) => this.#writer(members.slice(at * each, (at + 1) * each))),
      ...Array.from({ length: readers }, () => this.#reader()),
    ]
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#open()
    await Promise.all(this.#running)
  }

  async still<T>(look: () => Promise<T>): Promise<T> {
    this.#gate = new Promise((resolve) => {
      this.#open = resolve
    })
    while (this.#busy > 0) await Bun.sleep(5)
    try {
      return await look()
    } finally {
      this.#open()
    }
  }

  /** Retries a request until it is acknowledged, since all writes are idempotent. */
  async #insist(connection: Connection, path: string, init: RequestInit): Promise<Answer | null> {
    const { expected } = this.fixture
    const request = requestBytes(path, init)
    for (const startedAt = performance.now(); performance.now() - startedAt < GIVE_UP;) {
      const answer = await connection.ask(request, { keepBody: true })
      if (answer.status >= 200 && answer.status < 300) {
        expected.acknowledged += 1
        return answer
      }
      if (answer.status > 0 && answer.status < 500) {
        expected.surprises.push(`${init.method} ${path}: ${answer.status} ${answer.body?.toString().slice(0, 200)}`)
        return null
      }
      expected.repeated += 1
      await Bun.sleep(RETRY)
    }
    expected.surprises.push(`${init.method} ${path}: never acknowledged`)
    return null
  }

  async #writer(members: Member[]): Promise<void> {
    const connection = new Connection(this.fixture.port)
    for (let at = 0; !this.#isStopped; at += 1) {
      await this.#gate
      this.#busy += 1
      try {
        await this.#step(connection, members[at % members.length]!, this.#number++)
      } finally {
        this.#busy -= 1
      }
      await Bun.sleep(PAUSE)
    }
    connection.close()
  }

  async #step(connection: Connection, member: Member, number: number): Promise<void> {
    const { posts, comments, members, mailboxes, expected } = this.fixture
    const headers = { authorization: `Bearer ${member.token}` }
    const send = (path: string, json: unknown) =>
      this.#insist(connection, path, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': `${this.run}-${number}` },
        json,
      })
    const any = <T>(list: T[]): T => list[Math.floor(Math.random() * list.length)]!
    const text = `${this.run} ${number}: some words that nobody else writes`
    const create = async (
      kind: 'post' | 'comment' | 'message',
      path: string,
      json: object,
      into: Map<number, string>,
    ) => {
      expected.texts[kind].add(text)
      const answer = await send(path, json)
      if (answer) into.set((JSON.parse(answer.body!.toString()) as { id: number }).id, text)
    }
    const kind = number % 20
    if (kind < 8 || (kind === 18 && number % 100 !== 18)) {
      const [post, value] = [any(posts), any([-1, 0, 1])]
      if (await send(`/api/votes/${post}`, { value })) expected.postVotes.set(`${member.id}:${post}`, value)
    } else if (kind < 10) {
      const [comment, value] = [any(comments), any([-1, 0, 1])]
      if (await send(`/api/votes/comment/${comment}`, { value }))
        expected.commentVotes.set(`${member.id}:${comment}`, value)
    } else if (kind < 14) {
      await create('comment', '/api/comments', { post_id: any(posts), content: text }, expected.comments)
    } else if (kind === 14) {
      await create('post', '/api/posts', { category_id: member.category, title: text, content: text }, expected.posts)
    } else if (kind < 17) {
      const partner = any(members.filter(({ id }) => id !== member.id))
      await create('message', '/api/messages', { recipient_id: partner.id, content: text }, expected.messages)
    } else if (kind === 17) {
      const followed = any(members.filter(({ id }) => id !== member.id))
      if (await send(`/api/users/${followed.id}/follow`, {})) expected.follows.set(`${member.id}:${followed.id}`, true)
    } else if (kind === 18) {
      const email = mailboxes.pop()
      const before = expected.repeated
      if (email === undefined) return
      if (await send('/api/auth/password-reset-request', { email })) expected.mails.add(email)
      // If the request had to be repeated, two mails may be sent.
      if (expected.repeated > before) expected.askedAgain.add(email)
    } else {
      const colour = [number % 256, Math.floor(number / 256) % 256, Math.floor(Math.random() * 256)] as const
      const { body, contentType } = formWith(
        'file',
        'picture.png',
        'image/png',
        makePng(64, 64, { left: colour, right: colour }),
      )
      const answer = await this.#insist(connection, '/api/upload/image', {
        method: 'POST',
        headers: { ...headers, 'content-type': contentType },
        body,
      })
      if (answer) expected.media.add((JSON.parse(answer.body!.toString()) as { url: string }).url)
    }
  }

  async #reader(): Promise<void> {
    const connection = new Connection(this.fixture.port)
    const { posts, members } = this.fixture
    for (let at = 0; !this.#isStopped; at += 1) {
      const post = posts[at % posts.length]!
      const path = [`/?n=${at}`, `/post/${post}`, '/api/posts?limit=10', `/api/comments?post_id=${post}`][at % 4]!
      const { status } = await connection.ask(
        requestBytes(path, { headers: at % 3 ? {} : { cookie: `session=${members[at % members.length]!.token}` } }),
      )
      this.read[status] = (this.read[status] ?? 0) + 1
      await Bun.sleep(PAUSE * 4)
    }
    connection.close()
  }
}
