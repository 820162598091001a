import type { UserCtx } from '#server/context.ts'
import type { Community, DemoData, Person, Post } from '../data.ts'
import { createDice } from '../dice.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export const DEMO_MEMBER = 'demo'
export const DEMO_ADMIN = 'admin'
/** The bot's name in the demo data; on the site the settings determine its name. */
export const BOT = 'bot'

export type Scene = { ctx: UserCtx; ids: Record<string, number>; pictures: string[] }

export type DemoEvent = {
  at: number
  by: string
  /** Names of people (`u/`), communities (`r/`) and texts; events with a name in common run in order. */
  touches: string[]
  pictures: string[]
  run: (scene: Scene) => Promise<unknown>
}

export type Text = {
  kind: 'post' | 'comment'
  /** The text's key in `Scene.ids`. */
  key: string
  by: string
  /** The text of a comment, or the title of a post. */
  content: string
  at: number
  depth: number
  home: Community
  tone: Post['tone']
  isDeleted: boolean
  /** False if the text or its post is deleted, removed or held. */
  isVotable: boolean
  /** Time of the last planned event that needs the text; a deletion of the text comes later. */
  lastUse: number
}

export type Plan = ReturnType<typeof createPlan>

/** The same data and time give the same plan. */
export function createPlan(data: DemoData, now: number) {
  const dice = createDice(1)
  const events: DemoEvent[] = []
  const texts: Text[] = []
  const joined = new Map(data.people.map((person) => [person.username, now - person.joined * DAY]))
  const adult = new Set(data.communities.filter((community) => community.is_nsfw).map(({ name }) => name))
  const joinedAt = (username: string) => joined.get(username) ?? 0
  const isAdultReader = (person: Person) => person.homes.some((home) => adult.has(home))
  const active = data.people.filter((person) => person.state === undefined)
  return {
    data,
    now,
    dice,
    events,
    texts,
    active,
    joinedAt,
    add(at: number, by: string, touches: string[], run: DemoEvent['run'], pictures: string[] = []): void {
      events.push({ at, by, touches: [`u/${by}`, ...touches], run, pictures })
    },
    /** Returns a time after `at`, more often soon than late, and before now. */
    after(at: number, mean: number): number {
      const then = at + MINUTE + dice.wait(mean)
      return then < now ? then : at + (now - at) * dice.between(0.15, 0.95)
    },
    /** Only people with an adult community among their homes read adult communities. */
    readersOf: (home: Community, at: number) =>
      active.filter((person) => joinedAt(person.username) < at && (!home.is_nsfw || isAdultReader(person))),
  }
}

/** A post is found by its title, a comment by its text. */
export const findText = (
  texts: Text[],
  { post, comment }: { post?: string | undefined; comment?: string | undefined },
): Text | undefined => texts.find(({ kind, content }) => content === (kind === 'post' ? post : comment))

export const asStaff = (ctx: UserCtx) =>
  ({ ...ctx, staff: { scope: 'admin', token_id: null, account: ctx.viewer } }) as const
