import fc from 'fast-check'
import { calls } from '#server/http/api.ts'
import { faultsOf } from './check.ts'
import { burst, type Plan } from './plan.ts'
import { requestFor, send, type Answer, type Sent } from './send.ts'
import type { World } from './world.ts'

export type Fault = { what: string, request: string, answer: string, times: number }

export type Report = {
  requests: number
  /** Answers by status. */
  statuses: Record<string, number>
  /** Calls of the contract that nothing succeeded with. */
  untouched: string[]
  faults: Fault[]
}

/** In ms: whoever waits longer than this for an answer is hanging. */
const PATIENCE = 10_000

const shown = (value: unknown, most = 600) => {
  const text = typeof value === 'string' ? value : value instanceof Uint8Array ? `<${value.length} bytes>` : JSON.stringify(value)
  return text.length > most ? `${text.slice(0, most)} ... (${text.length})` : text
}

/** Remembers what the answer made: by it later requests find something. */
function harvest(world: World, sent: Sent, answer: Answer): void {
  if ('fault' in answer || answer.status >= 300 || !sent.reaches || !sent.member) return
  const body = readJson(answer.text)
  const owner = sent.member.id
  const own = (pool: 'post' | 'comment' | 'stream' | 'report', id: unknown) => {
    world.add(pool, Number(id))
    if (!world.owners.has(`${pool}:${String(id)}`)) world.owners.set(`${pool}:${String(id)}`, owner)
  }
  const upload = (pool: 'image' | 'video' | 'message_image', url: unknown) => {
    world.add(pool, String(url))
    world.add(`own_${pool}`, String(url))
    world.uploaders.set(String(url), new Set([...world.uploaders.get(String(url)) ?? [], owner]))
    if (pool === 'message_image') world.privateImages.set(String(url), new Set([owner]))
  }
  if (typeof body.next_cursor === 'string') world.add('cursor', body.next_cursor)
  switch (sent.name) {
    case 'posts.create': return own('post', body.id)
    case 'comments.create': return own('comment', body.id)
    case 'streams.create': return own('stream', body.id)
    case 'reports.create': return own('report', body.id)
    case 'uploads.image': return upload('image', body.url)
    case 'uploads.video': return upload('video', body.url)
    case 'uploads.messageImage': return upload('message_image', body.image_url)
    case 'messages.send':
      if (typeof body.image_url === 'string') world.privateImages.get(body.image_url)?.add(Number(body.recipient_id))
      return
    case 'categories.create':
      world.add('category', Number(body.id))
      world.add('community', String(body.name))
      world.moderators.set(Number(body.id), new Set([...world.moderators.get(Number(body.id)) ?? [], owner]))
  }
}

function readJson(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** After these somebody or something may be gone. */
const TAKES_AWAY = /^(auth\.logout|auth\.verifyEmail|auth\.confirmPasswordReset|users\.removeMe|admin\.remove|admin\.setAdmin|adminAuth\.logout|posts\.remove|categories\.create)/

/** Sends the requests at once, then looks at every answer; the first of their faults, with the request that shows it. */
async function tryBurst(world: World, plans: Plan[], report: Report, touched: Set<string>): Promise<Fault | null> {
  const sent = plans.map((plan) => requestFor(plan, world))
  const answers = await Promise.all(sent.map((request) => send(world, request, PATIENCE)))
  sent.forEach((request, at) => harvest(world, request, answers[at]!))
  let first: Fault | null = null
  let tookAway = false
  for (const [at, request] of sent.entries()) {
    const answer = answers[at]!
    const status = 'fault' in answer ? 'none' : String(answer.status)
    report.requests += 1
    report.statuses[status] = (report.statuses[status] ?? 0) + 1
    if (request.reaches && status.startsWith('2')) touched.add(request.name)
    tookAway ||= status.startsWith('2') && TAKES_AWAY.test(request.name)
    const [what] = faultsOf(request, answer, world)
    if (what !== undefined) {
      first ??= {
        what: `${request.name}: ${status} ${what}`, times: 1,
        request: `${request.method} ${shown(request.url, 300)} ${shown(request.headers)} ${shown(request.body ?? '')}`,
        answer: 'fault' in answer ? answer.fault : shown(answer.text),
      }
    }
  }
  if (tookAway || report.requests % 400 < plans.length) await world.heal()
  return first
}

/**
 * Sends at least `count` requests made of `seed`, in bursts of up to eight at once. Whatever is wrong with an answer is kept
 * once, in the smallest burst that fast-check finds for it.
 */
export async function runFuzz(
  world: World, { count, seed, until = () => false, log = () => {} }: { count: number, seed: number, until?: () => boolean, log?: (line: string) => void },
): Promise<Report> {
  const report: Report = { requests: 0, statuses: {}, untouched: [], faults: [] }
  const touched = new Set<string>()
  let told = 0
  for (let round = 0; report.requests < count && !until(); round += 1) {
    let found: Fault | null = null
    const property = fc.asyncProperty(burst, async (plans) => {
      if (report.requests >= count && found === null) return
      const fault = await tryBurst(world, plans, report, touched)
      if (fault) found = fault
      if (fault) throw new Error(fault.what)
    })
    await fc.check(property, { seed: seed + round * 7_919, numRuns: 250, maxSkipsPerRun: 0, interruptAfterTimeLimit: 120_000 })
    if (found !== null) keep(report.faults, found, log)
    if (report.requests - told >= 5_000) {
      told = report.requests
      log(`${report.requests} requests, ${report.faults.length} kinds of faults`)
    }
  }
  report.untouched = calls.map((call) => `${call.group}.${call.name}`).filter((name) => !touched.has(name))
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
