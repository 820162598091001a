import type { Services } from '#server/context.ts'
import { hashPassword } from '#server/features/auth/passwords.ts'
import { storeImage } from '#server/features/uploads/store.ts'
import { people } from './people.ts'
import { planForum, type PlanInput } from './plan/plan.ts'
import type { Drawing, Step } from './plan/step.ts'
import { draw as drawScene } from './pictures/scenes.ts'
import { findFill, finishFill, hasMembers, insertFill, oldBot, reserveIds, takeStep, writeStep, type Drawn } from './queries.ts'

/** Passwords by username, of those who can sign in. */
export type Logins = Record<string, string>

export type FillOptions = {
  logins: Logins
  /** Ends the filling after the step that is being written; the next start goes on from there. */
  signal?: AbortSignal
  /** Told when the first step of an empty database was written. */
  onBegin?: () => void
  /** Makes the file of a picture, another one for every seed. */
  draw?: typeof drawScene
}

/**
 * What became of it: `filled` to the end; `elsewhere`: the database has members, or a demo already; `stopped` by the signal;
 * `outdated`: begun by a version that planned something else, which stays as it is.
 */
export type Outcome = 'filled' | 'elsewhere' | 'stopped' | 'outdated'

type Store = Pick<Services, 'db' | 'config' | 'media' | 'now'>

const BOT_AGE = 176 * 24 * 3_600_000
/** More than the demo has of anything. */
const MOST_IDS = 20_000
/** Steps whose pictures are drawn ahead of the one that is written. */
const AHEAD = 2

const fingerprintOf = (steps: Step[]) => Bun.hash(JSON.stringify(steps)).toString(36)

/** Writes people and communities with the marker into a database that has neither; null where it has. */
async function begin({ db, config, now }: Store, logins: Logins): Promise<Step[] | null> {
  const hashes = new Map<string, string>()
  for (const [username, password] of Object.entries(logins)) hashes.set(username, await hashPassword(password))
  return db.transaction(async (tx) => {
    if (await hasMembers(tx)) return null
    const at = now().getTime()
    if (people.some(({ username }) => username.toLowerCase() === config.botUsername.toLowerCase())) {
      throw new Error(`BOT_USERNAME is the name of somebody in the demo forum: ${config.botUsername}`)
    }
    const bot = await oldBot(tx, config.botUsername, new Date(at - BOT_AGE))
    const input: PlanInput = { now: at, timeZone: config.timeZone, bot, first: await reserveIds(tx, MOST_IDS) }
    const steps = planForum(input)
    await insertFill(tx, input, fingerprintOf(steps))
    const [opening] = steps
    const users = opening!.users.map((row) => ({ ...row, password_hash: hashes.get(row.username) ?? null }))
    await takeStep(tx, 0)
    await writeStep(tx, { ...opening!, users }, new Map())
    return steps
  })
}

/** Draws the pictures of a step and stores them as uploads of those who show them. */
async function drawPictures(store: Store, step: Step, draw: typeof drawScene): Promise<Drawn> {
  const wanted: { drawing: Drawing, userId: number }[] = [
    ...step.posts.flatMap(({ drawing, author_id }) => (drawing && author_id ? [{ drawing, userId: author_id }] : [])),
    ...step.icons.map(({ drawing, user_id }) => ({ drawing, userId: user_id })),
  ]
  const drawn = await Promise.all(wanted.map(async ({ drawing, userId }) => {
    const { url } = await storeImage(store, userId, new Blob([await draw(drawing.picture, drawing.seed) as Uint8Array<ArrayBuffer>]))
    return [drawing, url] as const
  }))
  return new Map(drawn)
}

/**
 * Fills an empty database with the demo forum, or goes on where an earlier filling ended: in small transactions, so that the
 * site answers meanwhile, and each with its mark, so that nothing is left out or comes twice, not even with several
 * processes at it. A database that somebody has registered in is left alone.
 */
export async function fillDemo(store: Store, { logins, signal, onBegin, draw = drawScene }: FillOptions): Promise<Outcome> {
  const { db } = store
  const earlier = await findFill(db)
  if (earlier?.finished_at) return 'elsewhere'
  const steps = earlier ? planForum(earlier.input) : await begin(store, logins)
  if (!steps) return 'elsewhere'
  if (!earlier) onBegin?.()
  if (earlier && earlier.fingerprint !== fingerprintOf(steps)) {
    await finishFill(db, store.now())
    return 'outdated'
  }

  const pictures = new Map<number, Promise<Drawn>>()
  const picturesOf = (at: number) => {
    const made = pictures.get(at) ?? drawPictures(store, steps[at]!, draw)
    // Whoever waits for it hears of the failure; until then it is nobody's.
    made.catch(() => {})
    return pictures.set(at, made).get(at)!
  }
  for (let at = earlier?.steps_done ?? 1; at < steps.length; at += 1) {
    if (signal?.aborted) return 'stopped'
    const ready = picturesOf(at)
    for (let next = at + 1; next <= at + AHEAD && next < steps.length; next += 1) void picturesOf(next)
    const drawn = await ready
    pictures.delete(at)
    await db.transaction(async (tx) => {
      if (!await takeStep(tx, at)) return
      await writeStep(tx, steps[at]!, drawn)
      if (at === steps.length - 1) await finishFill(tx, store.now())
    })
  }
  return 'filled'
}
