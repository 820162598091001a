import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { email as emailField } from '#shared/api/fields.ts'
import { LIMITS } from '#shared/limits.ts'
import { user } from '../../users/table.ts'
import { plausibleTime, usernamesNear } from '../names.ts'
import { insertRows } from '../insert-rows.ts'
import type { RecordOf } from '../records.ts'
import { importedAccount } from '../table.ts'
import { parseText } from '../text/convert.ts'
import { textOf } from '../text/nodes.ts'
import { cleanText } from '#server/markdown/clean-text.ts'
import { accountOf, note, record, refuse, take, type Batch } from './batch.ts'
import { writeNamed } from './named.ts'

const UNKNOWN_START = new Date('2001-01-01T00:00:00Z')

type Person = RecordOf<'person'>

async function findTaken(batch: Batch, column: 'username' | 'email', names: string[]): Promise<Map<string, number>> {
  if (names.length === 0) return new Map()
  const lower = sql.raw(`lower(${column})`)
  const list = sql.param(names.map((name) => name.toLowerCase()))
  const rows = await batch.tx.execute<{ id: number; name: string }>(sql`
    select id, ${lower} as name from "user" where ${lower} = any (${list}::text[])`)
  const taken = new Map(rows.map((row) => [row.name, row.id]))
  if (column === 'email') return taken
  const waiting = await batch.tx.execute<{ name: string }>(sql`
    select ${lower} as name from registration where verified_at is not null and ${lower} = any (${list}::text[])`)
  for (const { name } of waiting) taken.set(name, 0)
  return taken
}

async function freeName(batch: Batch, former: string, taken: Map<string, number>, used: Set<string>): Promise<string> {
  for (const name of usernamesNear(former)) {
    const lower = name.toLowerCase()
    if (used.has(lower) || taken.has(lower) || lower === batch.botUsername.toLowerCase()) continue
    if (/_\d+$/.test(name) && (await findTaken(batch, 'username', [name])).size > 0) continue
    return name
  }
  throw new Error('unreachable')
}

const validEmail = (given: string | null | undefined): string | null => {
  const found = v.safeParse(emailField, cleanText(given ?? '').trim())
  return found.success ? found.output : null
}

/**
 * The account that the import map assigns to a person: null if it does not exist, false if the map skips the person,
 * undefined if the map does not name the person.
 */
async function chosenAccount(batch: Batch, { id, username }: Person): Promise<number | false | null | undefined> {
  const chosen = batch.map.people[id] ?? batch.map.people[username]
  if (chosen === undefined || chosen === false) return chosen
  return (await findTaken(batch, 'username', [chosen])).get(chosen.toLowerCase()) ?? null
}

function bioOf({ bio }: Person): string {
  if (!bio) return ''
  const { nodes, markdown } = parseText(bio)
  return (nodes ? textOf(nodes) : markdown).trim().slice(0, LIMITS.bio).toWellFormed()
}

export async function writePeople(batch: Batch, people: Person[]): Promise<void> {
  const kept: (Person & { merged?: number })[] = []
  const emails = await findTaken(
    batch,
    'email',
    people.flatMap((one) => validEmail(one.email) ?? []),
  )
  const names = await findTaken(
    batch,
    'username',
    people.flatMap((one) => usernamesNear(one.username).next().value ?? []),
  )
  for (const person of people) {
    const chosen = await chosenAccount(batch, person)
    if (chosen === null) refuse(batch, 'person', person.id, 'account_of_map_missing')
    else if (chosen === false || person.left_out) refuse(batch, 'person', person.id, person.left_out ?? 'left_out')
    else if (chosen) record(batch, mergedInto(person.id, chosen, 'map'))
    else kept.push(person)
  }
  const ids = await take(batch, 'user', kept.length)
  const used = new Set<string>()
  const rows: (typeof user.$inferInsert)[] = []
  const accounts: (typeof importedAccount.$inferInsert)[] = []
  for (const [at, person] of kept.entries()) {
    const id = ids[at]!
    let email = validEmail(person.email)
    const owner = email === null ? undefined : emails.get(email.toLowerCase())
    if (owner !== undefined && batch.map.merge_equal_emails) {
      // A merged person takes no new id, so that the ids of others do not depend on how people are divided into
      // batches.
      record(batch, mergedInto(person.id, owner, 'same_email'))
      continue
    }
    if (owner !== undefined) {
      email = null
      note(batch, 'person', person.id, 'email_taken')
    } else if (email !== null) emails.set(email.toLowerCase(), id)
    else if (person.email) note(batch, 'person', person.id, 'email_invalid')
    const username = await freeName(batch, person.username, names, used)
    used.add(username.toLowerCase())
    if (username !== person.username) note(batch, 'person', person.id, `renamed: ${person.username} → ${username}`)
    rows.push({
      id,
      username,
      email,
      email_verified: email !== null,
      is_unclaimed: true,
      bio: cleanText(bioOf(person)),
      language: person.language ?? batch.map.language,
      // Final trust levels are computed at the end of the import.
      trust_level: 1,
      created_at: plausibleTime(person.created_at, batch.now) ?? UNKNOWN_START,
    })
    accounts.push({
      user_id: id,
      origin_id: batch.origin,
      former_name: cleanText(person.username).slice(0, 200),
      password_hash: person.password ?? null,
    })
    record(batch, { kind: 'person', source_id: person.id, outcome: 'imported', target: 'user', target_id: id })
  }
  await insertRows(batch.tx, user, rows)
  await insertRows(batch.tx, importedAccount, accounts)
  const things = people.map(({ id, addresses }) => ({ target_id: accountOf(batch, id), addresses }))
  await writeNamed(
    batch,
    'user',
    things.flatMap(({ target_id, addresses }) => (target_id === null ? [] : [{ target_id, addresses }])),
  )
}

const mergedInto = (source_id: string, target_id: number, reason: string) =>
  ({ kind: 'person', source_id, outcome: 'merged', target: 'user', target_id, reason }) as const
