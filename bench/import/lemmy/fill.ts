import { SQL } from 'bun'
import { seeded, type Step } from '../content.ts'
import type { Given } from '../make.ts'

const OTHER = 'inna.example.net'
const PICTURES = 40
const SEED = 11
/** Lemmy's bcrypt cost, a lower cost, and the number of people whose password is hashed with Lemmy's cost. */
const [COST, CHEAP, DEAR] = [12, 4, 8]

type Ids = Map<string, { id: number; name: string; path?: string }>
type Forum = { sql: SQL; base: string; host: string; ids: Ids; pick: <T>(list: readonly T[]) => T }

const at = (seconds: number) => new Date(seconds * 1_000)
const pictureOf = (nth: number) => `0a1b2c3d-0000-4000-8000-${String(nth).padStart(12, '0')}.webp`

function nameOf(typed: string, nth: number): string {
  const word = typed
    .normalize('NFD')
    .replaceAll('ł', 'l')
    .replaceAll('Ł', 'L')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_]+/g, '_')
  return word.length < 3 ? `${word}_${nth}` : word.slice(0, 20)
}

function filled({ ids, base, host, pick }: Forum, text: string): string {
  const keys = (letter: string) => [...ids.keys()].filter((key) => key.startsWith(letter))
  const one = (letter: string) => ids.get(pick(keys(letter)))!
  return text
    .replace(/%%quote:\w+%%/g, '')
    .replace(/%%(post|thread|person):(\w+)%%/g, (_, kind: string, key: string) => {
      const known = ids.get(key) ?? one('t')
      const folder = { post: 'comment', thread: 'post', person: 'u' }[kind]
      return `${base}/${folder}/${kind === 'person' ? known.name : known.id}`
    })
    .replace(/%%(\w+)%%/g, (_, what: string) => {
      if (what === 'host') return host
      if (what === 'base') return base
      if (what === 'picture') return pictureOf(pick([...Array(PICTURES).keys()]))
      if (what === 'post') return String((ids.has('t0') ? one('t') : { id: 1 }).id)
      return one(what === 'name' ? 'u' : 's').name
    })
}

async function startSite({ sql, base, host }: Forum): Promise<number> {
  const [instance] = await sql`insert into instance (domain) values (${host}) returning id`
  await sql`insert into instance (domain) values (${OTHER})`
  const [site] = await sql`
    insert into site (name, actor_id, inbox_url, public_key, instance_id)
    values ('Rowery', ${`${base}/`}, ${`${base}/inbox`}, '', ${instance.id}) returning id`
  await sql`
    insert into local_site (site_id, site_setup, registration_mode) values (${site.id}, true, 'RequireApplication')`
  return instance.id
}

async function addPerson({ sql, base, ids }: Forum, step: Step & { do: 'person' }, home: number): Promise<void> {
  const nth = Number(step.key.slice(1))
  const name = nameOf(step.name, nth)
  const [row] = await sql`
    insert into person (name, display_name, actor_id, inbox_url, public_key, instance_id, published, bio, avatar)
    values (${name}, ${step.name}, ${`${base}/u/${name}`}, ${`${base}/u/${name}/inbox`}, '', ${home},
      ${at(1_230_000_000 + nth)}, ${step.signature || null},
      ${nth < 6 ? `${base}/pictrs/image/${pictureOf(nth)}` : null}) returning id`
  const password = await Bun.password.hash(step.password, { algorithm: 'bcrypt', cost: nth < DEAR ? COST : CHEAP })
  await sql`
    insert into local_user (person_id, password_encrypted, email, interface_language, accepted_application, admin)
    values (${row.id}, ${password}, ${step.email}, ${step.language}, true, ${nth === 0})`
  ids.set(step.key, { id: row.id, name })
}

async function addSection({ sql, base, ids }: Forum, step: Step & { do: 'section' }, home: number): Promise<void> {
  const name = nameOf(step.title, 0).toLowerCase()
  const address = `${base}/c/${name}`
  const [row] = await sql`
    insert into community (name, title, description, actor_id, inbox_url, followers_url, public_key, instance_id,
      published, nsfw)
    values (${name}, ${step.title}, ${step.description}, ${address}, ${`${address}/inbox`},
      ${`${address}/followers`}, '', ${home}, ${at(1_230_000_000)}, ${step.title === 'Hyde Park'}) returning id`
  ids.set(step.key, { id: row.id, name })
}

async function addThread(forum: Forum, step: Step & { do: 'thread' }): Promise<void> {
  const { sql, base, ids } = forum
  const nth = Number(step.key.slice(1))
  const url =
    nth % 10 === 3
      ? `https://example.org/artykul/${nth}?a=1`
      : nth % 10 === 6
        ? `${base}/pictrs/image/${pictureOf(nth % PICTURES)}`
        : null
  // Every eighth thread is in the adult community, and half of these are marked as adult.
  const isAdult = nth % 8 === 5
  const [row] = await sql`
    insert into post (name, url, body, creator_id, community_id, published, updated, nsfw, locked, featured_community,
      alt_text)
    values (${step.title}, ${url}, ${nth % 15 === 9 ? null : filled(forum, step.text)}, ${ids.get(step.author)!.id},
      ${ids.get(isAdult ? 's4' : step.section)!.id}, ${at(step.at)}, ${nth % 9 === 0 ? at(step.at + 600) : null},
      ${isAdult && nth % 16 === 5}, ${nth % 40 === 1}, ${nth % 50 === 2}, ${nth % 20 === 6 ? 'Rower na zdjęciu' : null})
    returning id`
  ids.set(step.key, { id: row.id, name: step.title, path: '0' })
}

/** A comment replies to the comment that it quotes; without a quote, to the comment before it or to the thread. */
async function addComment(forum: Forum, step: Step & { do: 'post' }, last: Map<string, string>): Promise<void> {
  const { sql, ids, pick } = forum
  const quoted = /%%quote:(\w+)%%/.exec(step.text)?.[1]
  const parent = quoted ?? (pick([true, false]) ? last.get(step.thread) : undefined) ?? step.thread
  const [row] = await sql`
    insert into comment (creator_id, post_id, content, path, published, updated)
    values (${ids.get(step.author)!.id}, ${ids.get(step.thread)!.id}, ${filled(forum, step.text)},
      ${ids.get(parent)!.path!}::text::ltree, ${at(step.at)}, ${pick([null, null, at(step.at + 60)])})
    returning id, path::text as path`
  ids.set(step.key, { id: row.id, name: '', path: row.path })
  last.set(step.thread, step.key)
}

async function addOthers(forum: Forum, steps: Step[]): Promise<void> {
  const { sql, ids } = forum
  for (const step of steps) {
    if (step.do === 'message')
      await sql`
        insert into private_message (creator_id, recipient_id, content, published)
        values (${ids.get(step.from)!.id}, ${ids.get(step.to)!.id}, ${filled(forum, step.text)}, ${at(step.at)})`
    if (step.do === 'like') {
      const [post] = await sql`select post_id from comment where id = ${ids.get(step.post)!.id}`
      await sql`
        insert into comment_like (person_id, comment_id, post_id, score, published)
        values (${ids.get(step.person)!.id}, ${ids.get(step.post)!.id}, ${post.post_id}, ${step.at % 4 === 0 ? -1 : 1},
          ${at(step.at)}) on conflict do nothing`
    }
  }
  for (const [nth, key] of [...ids.keys()].filter((one) => one.startsWith('t')).entries())
    for (const person of [nth % 70, (nth * 7) % 70])
      await sql`
        insert into post_like (person_id, post_id, score)
        values (${ids.get(`u${person}`)!.id}, ${ids.get(key)!.id}, ${nth % 6 === 0 ? -1 : 1}) on conflict do nothing`
  for (let nth = 0; nth < PICTURES; nth += 1)
    await sql`
      insert into local_image (local_user_id, pictrs_alias, pictrs_delete_token)
      values ((select min(id) from local_user), ${pictureOf(nth)}, '')`
}

/** Writes no counters and derived columns, because triggers of Lemmy's database update them. */
export async function fill({ database, base }: Given, steps: Step[]): Promise<void> {
  const sql = new SQL(database, { max: 1 })
  const random = seeded(SEED)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const forum: Forum = { sql, base, host: new URL(base).host, ids: new Map(), pick }
  await sql`select set_config('lemmy.protocol_and_hostname', ${base}, false)`
  const home = await startSite(forum)
  const last = new Map<string, string>()
  for (const step of steps) {
    if (step.do === 'section') await addSection(forum, step, home)
    else if (step.do === 'person') await addPerson(forum, step, home)
    else if (step.do === 'thread') await addThread(forum, step)
    else if (step.do === 'post') await addComment(forum, step, last)
  }
  await addOthers(forum, steps)
  await sql.unsafe(await Bun.file(new URL('hostile.sql', import.meta.url).pathname).text())
  await sql.close()
}
