import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { recountCounters } from '#server/features/counters/queries.ts'
import { calls } from '#server/http/api.ts'
import { faultsOf } from './check.ts'
import { burst, crowdedBurst, plainly, type Plan } from './plan.ts'
import { requestFor, send, type Answer, type Sent } from './send.ts'
import type { Fixture } from './fixture.ts'

type Fault = { what: string; request: string; answer: string; times: number }

type Report = {
  requests: number
  statuses: Record<string, number>
  /** Calls that never succeeded in the run. */
  untouched: string[]
  faults: Fault[]
}

const ANSWER_TIMEOUT_MS = 10_000
const REFUSALS = 6

const shown = (value: unknown, most = 600) => {
  const text =
    typeof value === 'string' ? value : value instanceof Uint8Array ? `<${value.length} bytes>` : JSON.stringify(value)
  return text.length > most ? `${text.slice(0, most)} ... (${text.length})` : text
}

/** Adds rows created by the response to the fixture, so that later requests can use them. */
function recordCreated(fixture: Fixture, sent: Sent, answer: Answer): void {
  if ('fault' in answer || answer.status >= 300 || !sent.reaches) return
  if (sent.name === 'admin.setAdmin')
    for (const member of fixture.members) member.is_admin ||= member.id === readJson(answer.text).id
  if (!sent.member) return
  const body = readJson(answer.text)
  const owner = sent.member.id
  const own = (pool: 'post' | 'comment' | 'stream' | 'report', id: unknown) => {
    fixture.add(pool, Number(id))
    if (!fixture.owners.has(`${pool}:${String(id)}`)) fixture.owners.set(`${pool}:${String(id)}`, owner)
  }
  const upload = (pool: 'image' | 'video' | 'captions' | 'message_image', url: unknown) => {
    fixture.add(pool, String(url))
    fixture.add(`own_${pool}`, String(url))
    fixture.uploaders.set(String(url), new Set([...(fixture.uploaders.get(String(url)) ?? []), owner]))
    if (pool === 'message_image') fixture.privateFiles.set(String(url), new Set([owner]))
  }
  if (typeof body.next_cursor === 'string') fixture.add('cursor', body.next_cursor)
  switch (sent.name) {
    case 'posts.create':
      return own('post', body.id)
    case 'comments.create':
      return own('comment', body.id)
    case 'streams.create':
      return own('stream', body.id)
    case 'reports.create':
      return own('report', body.id)
    case 'uploads.image':
      return upload('image', body.url)
    case 'uploads.video':
      return upload('video', body.url)
    case 'uploads.captions':
      return upload('captions', body.url)
    case 'uploads.messageImage':
      return upload('message_image', body.image_url)
    case 'messages.send':
      if (typeof body.image_url === 'string') fixture.privateFiles.get(body.image_url)?.add(Number(body.recipient_id))
      return
    case 'moderators.accept':
      fixture.moderators.set(0, new Set([...(fixture.moderators.get(0) ?? []), owner]))
      return
    case 'categories.create':
      fixture.add('category', Number(body.id))
      fixture.add('community', String(body.name))
      fixture.moderators.set(Number(body.id), new Set([...(fixture.moderators.get(Number(body.id)) ?? []), owner]))
  }
}

function readJson(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}

const DELETING_CALLS = [
  'auth.logout',
  'auth.verifyEmail',
  'auth.confirmPasswordReset',
  'users.removeMe',
  'account.confirmEmail',
  'account.undoEmail',
  'account.end',
  'admin.remove',
  'admin.setAdmin',
  'adminAuth.logout',
  'posts.remove',
  'categories.create',
]

type Progress = {
  touched: Set<string>
  /** Whether something was deleted since the last call of `fixture.restore`. */
  isDamaged: boolean
  /** Number of requests that were sent before the last call of `fixture.restore`. */
  restoredAt: number
  /** Minimum number of requests between two calls of `fixture.restore`. */
  spacing: number
}

/** Sends the requests concurrently and returns the first fault of their responses. */
async function tryBurst(fixture: Fixture, plans: Plan[], report: Report, progress: Progress): Promise<Fault | null> {
  const sent = plans.map((plan) => requestFor(plan, fixture))
  const answers = await Promise.all(sent.map((request) => send(fixture, request, ANSWER_TIMEOUT_MS)))
  sent.forEach((request, at) => recordCreated(fixture, request, answers[at]!))
  let first: Fault | null = null
  for (const [at, request] of sent.entries()) {
    const answer = answers[at]!
    const status = 'fault' in answer ? 'none' : String(answer.status)
    report.requests += 1
    report.statuses[status] = (report.statuses[status] ?? 0) + 1
    if (request.reaches && status.startsWith('2')) progress.touched.add(request.name)
    progress.isDamaged ||= status.startsWith('2') && DELETING_CALLS.some((call) => request.name.startsWith(call))
    const [what] = faultsOf(request, answer, fixture)
    if (what !== undefined) {
      first ??= {
        what: `${request.name}: ${status} ${what}`,
        times: 1,
        request: `${request.method} ${shown(request.url, 300)} ${shown(request.headers)} ${shown(request.body ?? '')}`,
        answer: 'fault' in answer ? answer.fault : shown(answer.text),
      }
    }
  }
  const sinceRestored = report.requests - progress.restoredAt
  if (sinceRestored >= (progress.isDamaged ? progress.spacing : 400)) {
    await fixture.restore()
    Object.assign(progress, { isDamaged: false, restoredAt: report.requests })
  }
  return first
}

/** Sends at least `count` requests in bursts; the report has the smallest burst for each kind of fault. */
export async function runFuzz(
  fixture: Fixture,
  {
    count,
    seed,
    isCrowded = false,
    until = () => false,
    log = () => {},
  }: { count: number; seed: number; isCrowded?: boolean; until?: () => boolean; log?: (line: string) => void },
): Promise<Report> {
  const report: Report = { requests: 0, statuses: {}, untouched: [], faults: [] }
  const progress: Progress = { touched: new Set(), isDamaged: false, restoredAt: 0, spacing: 80 }
  let reported = 0
  for (let round = 0; report.requests < count && !until(); round += 1) {
    let found: Fault | null = null
    const property = fc.asyncProperty(isCrowded ? crowdedBurst : burst, async (plans) => {
      if (report.requests >= count && found === null) return
      const fault = await tryBurst(fixture, plans, report, progress)
      if (fault) found = fault
      if (fault) throw new Error(fault.what)
    })
    await fc.check(property, {
      seed: seed + round * 7_919,
      numRuns: 250,
      maxSkipsPerRun: 0,
      interruptAfterTimeLimit: 120_000,
    })
    if (found !== null) keep(report.faults, found, log)
    if (report.requests - reported >= 5_000) {
      reported = report.requests
      log(`${report.requests} requests, ${report.faults.length} kinds of faults`)
    }
  }
  report.untouched = calls.map((call) => `${call.group}.${call.name}`).filter((name) => !progress.touched.has(name))
  return report
}

/** Finds counters that differ from the counted rows, because a request wrote something twice or only in part. */
export async function disagreements({ app: { db } }: Fixture): Promise<string[]> {
  const drifts = await recountCounters(db)
  const polls = await db.execute<{ id: number; votes: number; cast: number }>(sql`
    select o.id, o.votes, count(v.*)::integer as cast from poll_option o left join poll_vote v on v.option_id = o.id
      group by o.id having o.votes <> count(v.*)`)
  return [
    ...drifts.map(({ counter, id, off }) => `${counter} of ${id} lacks ${off}`),
    ...polls.map(({ id, votes, cast }) => `the option ${id} counts ${votes} of ${cast} votes`),
  ]
}

/** Makes each call until it succeeds or `tries` requests have failed; those in `refused` get a tenth of the tries. */
export async function reachAll(
  fixture: Fixture,
  { seed, tries, refused }: { seed: number; tries: number; refused: string[] },
): Promise<Report> {
  const report: Report = { requests: 0, statuses: {}, untouched: [], faults: [] }
  const touched = new Set<string>()
  const progress: Progress = { touched, isDamaged: false, restoredAt: 0, spacing: 1 }
  for (const [at, call] of calls.entries()) {
    const name = `${call.group}.${call.name}`
    const numRuns = refused.includes(name) ? Math.ceil(tries / 10) : tries
    for (const [tried, plan] of fc.sample(plainly(at), { seed: seed + at, numRuns }).entries()) {
      if (tried % REFUSALS === REFUSALS - 1) await fixture.restore()
      const fault = await tryBurst(fixture, [plan], report, progress)
      if (fault) keep(report.faults, fault, () => {})
      if (touched.has(name)) break
    }
    if (!touched.has(name)) report.untouched.push(name)
  }
  return report
}

function keep(faults: Fault[], fault: Fault, log: (line: string) => void): void {
  const known = faults.find(({ what }) => what === fault.what)
  if (known) known.times += 1
  else {
    faults.push(fault)
    log(`${fault.what}\n  ${fault.request}\n  -> ${fault.answer}`)
  }
}
