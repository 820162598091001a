import { SQL } from 'bun'
import { createHash, pbkdf2Sync } from 'node:crypto'
import { seeded, type Step } from '../content.ts'
import type { Given } from '../make.ts'
import { cook, type Known } from './cook.ts'

const [PICTURES, SEED] = [40, 13]
const [ROUNDS, OLD_ROUNDS, CHEAP] = [600_000, 64_000, 10]
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

const at = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 19)
const sha1 = (text: string) => createHash('sha1').update(text).digest('hex')

/** The short name of an upload is its hash in base 62. */
function shortOf(hash: string): string {
  let [value, made] = [BigInt(`0x${hash}`), '']
  for (; value > 0n; value /= 62n) made = DIGITS[Number(value % 62n)] + made
  return made
}

function slugOf(title: string): string {
  const plain = title.normalize('NFD').replaceAll('ł', 'l').replaceAll('Ł', 'L').replace(/\p{M}/gu, '')
  return (
    plain
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'topic'
  )
}

type Row = Record<string, unknown>
type Post = { id: number; topic: number; number: number; name: string }

/** All rows are built in memory, because texts of posts refer to later rows. */
class Forum {
  rows: Record<string, Row[]> = {}
  people = new Map<string, { id: number; name: string }>()
  sections = new Map<string, { id: number; slug: string; title: string }>()
  topics = new Map<string, { id: number; slug: string; next: number; last: string | null }>()
  posts = new Map<string, Post>()
  known: Known = { people: new Set(), categories: new Map(), uploads: new Map() }
  #random = seeded(SEED)
  #nextPost = 10
  constructor(readonly base: string) {}

  pick = <T>(list: readonly T[]): T => list[Math.floor(this.#random() * list.length)]!
  add = (table: string, row: Row) => (this.rows[table] ??= []).push(row)

  #filled(text: string): string {
    const { pick } = this
    return text
      .replace(/%%quote:(\w+)%%/g, (_, key: string) => {
        const post = this.posts.get(key)!
        return `[quote="${post.name}, post:${post.number}, topic:${post.topic}"]\n`
      })
      .replace(/%%(post|thread|person):(\w+)%%/g, (_, kind: string, key: string) => {
        const post = this.posts.get(key)
        if (kind === 'person') return `${this.base}/u/${this.people.get(key)!.name}`
        const { id, slug } = this.topics.get(key) ?? pick([...this.topics.values()])
        return `${this.base}/t/${post ? `-/${post.topic}/${post.number}` : `${slug}/${id}`}`
      })
      .replace(/%%(\w+)%%/g, (_, what: string) => this.#one(what))
  }

  #one(what: string): string {
    const { pick } = this
    const section = [...this.sections.values()][0]!
    switch (what) {
      case 'base':
        return this.base
      case 'name':
        return pick([...this.people.values()]).name
      case 'community':
        return section.slug
      case 'category':
        return String(section.id)
      case 'topic':
        return String(pick([...this.topics.values()])?.id ?? 1)
      case 'post':
        return String(pick([...this.posts.values()])?.id ?? 1)
      default: {
        const wanted = [...this.known.uploads].filter(([, { isPicture }]) => isPicture === (what === 'picture'))
        return pick(wanted)[0]
      }
    }
  }

  addUploads(): void {
    for (let nth = 0; nth <= PICTURES; nth += 1) {
      const hash = sha1(`rower ${nth}`)
      const extension = nth === PICTURES ? 'pdf' : 'png'
      const url = `/uploads/default/original/1X/${nth % 2 === 0 ? '' : `${hash[0]}/`}${hash}.${extension}`
      const name = `rower ${nth}.${extension}`
      this.known.uploads.set(`upload://${shortOf(hash)}.${extension}`, { url, name, isPicture: extension === 'png' })
      this.add('uploads', {
        id: nth + 1,
        user_id: 1,
        original_filename: name,
        filesize: 1_000,
        url,
        sha1: hash,
        extension,
      })
    }
  }

  section(step: Step & { do: 'section' }): void {
    const id = this.sections.size + 5
    const slug = slugOf(step.title)
    const above = id === 7 ? 5 : null
    this.sections.set(step.key, { id, slug, title: step.title })
    this.known.categories.set(slug, { id, title: step.title })
    this.add('categories', {
      id,
      name: step.title,
      slug,
      description: `<p>${step.description}</p>`,
      created_at: at(1_230_000_000),
      parent_category_id: above,
    })
  }

  person(step: Step & { do: 'person' }): void {
    const id = this.people.size + 1
    const typed = slugOf(step.name).replaceAll('-', '_')
    const name =
      typed.length < 3 ? `${typed}_${id}` : typed.replace(/^./, (letter) => letter.toUpperCase()).slice(0, 20)
    this.people.set(step.key, { id, name })
    this.known.people.add(name.toLowerCase())
    this.add('users', {
      id,
      username: name,
      name: step.name,
      created_at: at(1_230_000_000 + id),
      active: true,
      locale: step.language,
      uploaded_avatar_id: id <= 5 ? id : null,
    })
    this.add('user_emails', { user_id: id, email: step.email, primary: true })
    this.add('user_emails', { user_id: id, email: `drugi${id}@example.org`, primary: false })
    if (step.signature) this.add('user_profiles', { user_id: id, bio_raw: step.signature })
    const salt = sha1(step.password).slice(0, 32)
    const rounds = id > 8 ? CHEAP : id % 2 === 0 ? OLD_ROUNDS : ROUNDS
    const hash = pbkdf2Sync(step.password, salt, rounds, 32, 'sha256').toString('hex')
    this.add('user_passwords', {
      user_id: id,
      password_hash: hash,
      password_salt: salt,
      password_algorithm: `$pbkdf2-sha256$i=${rounds},l=32$`,
    })
  }

  #post(topic: { id: number; next: number }, author: string, raw: string, seconds: number, more: Row = {}): Post {
    const { id, name } = this.people.get(author)!
    const post = { id: this.#nextPost++, topic: topic.id, number: topic.next++, name }
    this.add('posts', {
      id: post.id,
      user_id: id,
      topic_id: topic.id,
      post_number: post.number,
      raw,
      cooked: cook(raw, this.known),
      created_at: at(seconds),
      updated_at: at(seconds),
      ...more,
    })
    for (const [short] of raw.matchAll(/upload:\/\/\w+\.\w+/g)) {
      const upload = this.rows.uploads!.find(({ url }) => url === this.known.uploads.get(short)?.url)
      if (upload) this.add('upload_references', { upload_id: upload.id, target_type: 'Post', target_id: post.id })
    }
    return post
  }

  thread(step: Step & { do: 'thread' }): void {
    const nth = this.topics.size
    const topic = { id: nth + 10, slug: slugOf(step.title), next: 1, last: null }
    const poll = step.poll ? `\n\n[poll]\n* ${step.poll.answers.join('\n* ')}\n[/poll]\n` : ''
    this.add('topics', {
      id: topic.id,
      title: step.title,
      slug: topic.slug,
      category_id: this.sections.get(step.section)!.id,
      user_id: this.people.get(step.author)!.id,
      created_at: at(step.at),
      closed: nth % 40 === 1,
      pinned_at: nth % 50 === 2 ? at(step.at) : null,
    })
    this.#post(topic, step.author, this.#filled(step.text) + poll, step.at)
    this.topics.set(step.key, topic)
  }

  /** Creates a post, and before some posts a deleted post, a whisper or a note, so that post numbers have gaps. */
  post(step: Step & { do: 'post' }): void {
    const topic = this.topics.get(step.thread)!
    const nth = this.posts.size
    if (nth % 60 === 20) this.#post(topic, step.author, '', step.at, { post_type: 3, cooked: '' })
    if (nth % 60 === 30) this.#post(topic, step.author, 'Skasowany', step.at, { deleted_at: at(step.at + 60) })
    if (nth % 60 === 40) this.#post(topic, step.author, 'Szept', step.at, { post_type: 4 })
    const quoted = /%%quote:(\w+)%%/.exec(step.text)?.[1]
    const answered = quoted ? this.posts.get(quoted)!.number : this.pick([null, topic.next > 2 ? topic.next - 1 : null])
    const more = { reply_to_post_number: answered, post_type: nth % 90 === 50 ? 2 : 1 }
    this.posts.set(step.key, this.#post(topic, step.author, this.#filled(step.text), step.at, more))
  }

  message(step: Step & { do: 'message' }, nth: number): void {
    const topic = { id: 5_000 + nth, next: 1 }
    const ends = [step.from, step.to].map((key) => this.people.get(key)!.id)
    this.add('topics', {
      id: topic.id,
      title: step.subject,
      slug: slugOf(step.subject),
      user_id: ends[0],
      created_at: at(step.at),
      archetype: 'private_message',
    })
    this.#post(topic, step.from, this.#filled(step.text), step.at)
    this.#post(topic, step.to, 'Dzięki!', step.at + 60)
    for (const user_id of new Set(ends)) this.add('topic_allowed_users', { topic_id: topic.id, user_id })
  }

  like(step: Step & { do: 'like' }): void {
    const post_id = this.posts.get(step.post)!.id
    this.add('post_actions', {
      post_id,
      user_id: this.people.get(step.person)!.id,
      post_action_type_id: step.at % 9 === 0 ? 3 : 2,
      created_at: at(step.at),
      deleted_at: step.at % 20 === 0 ? at(step.at + 5) : null,
    })
  }
}

export async function fill({ database, base }: Given, steps: Step[]): Promise<void> {
  const sql = new SQL(database, { max: 1 })
  const statements = (name: string) => Bun.file(new URL(name, import.meta.url).pathname).text()
  await sql.unsafe(await statements('schema.sql'))
  const forum = new Forum(base)
  forum.addUploads()
  let messages = 0
  for (const step of steps) {
    if (step.do === 'section') forum.section(step)
    else if (step.do === 'person') forum.person(step)
    else if (step.do === 'thread') forum.thread(step)
    else if (step.do === 'post') forum.post(step)
    else if (step.do === 'message') forum.message(step, messages++)
    else forum.like(step)
  }
  for (const [table, rows] of Object.entries(forum.rows))
    for (const row of rows) await sql`insert into ${sql(table)} ${sql(row)}`
  await sql.unsafe(await statements('hostile.sql'))
  await sql.close()
}
