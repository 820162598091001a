import { YAML } from 'bun'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { REASON_CODES } from '#shared/rules/moderation.ts'

const FOLDER = join(import.meta.dir, 'data')

const days = v.number()

const Person = v.strictObject({
  username: v.string(),
  bio: v.optional(v.string(), ''),
  /** Days between the registration and the creation of the demo forum. */
  joined: days,
  /** A file of the folder `pictures`, without its extension. */
  avatar: v.optional(v.string()),
  /** Communities where this person writes and reads most. */
  homes: v.array(v.string()),
  /** `gone`: the account was deleted; `unverified`: the mailed link was never opened. */
  state: v.optional(v.picklist(['gone', 'unverified'])),
  /** Names of the people whom this person blocked, each with the days since then. */
  blocks: v.optional(v.record(v.string(), days), {}),
})

const Post = v.strictObject({
  /** Absent for posts of the bot. */
  by: v.optional(v.string()),
  title: v.string(),
  text: v.string(),
  picture: v.optional(v.string()),
  /** Further pictures, each with its alternative text. */
  gallery: v.optional(v.array(v.strictObject({ picture: v.string(), alt: v.string() })), []),
  link: v.optional(v.string()),
  /** Options, each with the percentage of readers who choose it among those who chose none of the earlier options. */
  poll: v.optional(v.record(v.string(), v.number())),
  tone: v.optional(v.picklist(['liked', 'split', 'ignored', 'usual']), 'usual'),
  state: v.optional(v.picklist(['edited', 'deleted'])),
  /** Comments as `name: text`; a reply is indented by two spaces more than its parent, `~` marks a deleted comment. */
  talk: v.optional(v.string(), ''),
})

const Community = v.strictObject({
  name: v.string(),
  display_name: v.string(),
  description: v.string(),
  is_nsfw: v.optional(v.boolean(), false),
  icon: v.string(),
  creator: v.string(),
  moderators: v.array(v.string()),
  made: days,
  /** Oldest first. */
  posts: v.array(Post),
})

const Conversation = v.strictObject({
  between: v.tuple([v.string(), v.string()]),
  hours_ago: v.number(),
  unread: v.optional(v.number(), 0),
  lines: v.string(),
})

const Report = v.strictObject({
  by: v.string(),
  /** The title of a post, the text of a comment, or the name of a community. */
  post: v.optional(v.string()),
  comment: v.optional(v.string()),
  community: v.optional(v.string()),
  reason: v.string(),
  days_ago: days,
  /** Absent while the report is pending. */
  verdict: v.optional(v.picklist(['resolved', 'rejected'])),
})

const Decision = v.strictObject({
  by: v.string(),
  /** A content filter takes the action 'hold', a moderator all other actions. */
  action: v.picklist(['remove', 'lock', 'pin', 'hold', 'warn', 'ban']),
  /** The title of a post or the text of a comment. */
  post: v.optional(v.string()),
  comment: v.optional(v.string()),
  /** The warned or banned member. */
  member: v.optional(v.string()),
  community: v.optional(v.string()),
  /** Length of a ban in days. */
  days: v.optional(v.number()),
  /** Maximum number of days between the decision and the creation of the demo forum. */
  days_ago: v.optional(days, 12),
  reason: v.optional(v.picklist(REASON_CODES), 'other'),
  text: v.optional(v.string(), ''),
})

const Notice = v.strictObject({
  post: v.optional(v.string()),
  comment: v.optional(v.string()),
  reason: v.picklist(REASON_CODES),
  text: v.string(),
  days_ago: days,
})

const Stream = v.strictObject({
  by: v.string(),
  title: v.string(),
  description: v.string(),
  url: v.string(),
  days_ago: days,
  /** Absent while the stream is live. */
  hours: v.optional(v.number()),
})

export type Person = v.InferOutput<typeof Person>
export type Post = v.InferOutput<typeof Post>
export type Community = v.InferOutput<typeof Community>
export type DemoData = Awaited<ReturnType<typeof readDemoData>>

async function read<S extends v.GenericSchema>(name: string, schema: S): Promise<v.InferOutput<S>> {
  return v.parse(schema, YAML.parse(await Bun.file(join(FOLDER, name)).text()))
}

export async function readDemoData() {
  const files = (await readdir(join(FOLDER, 'communities'))).sort()
  return {
    people: await read('people.yaml', v.array(Person)),
    communities: await Promise.all(files.map((file) => read(`communities/${file}`, Community))),
    botPosts: await read('bot.yaml', v.array(Post)),
    conversations: await read('messages.yaml', v.array(Conversation)),
    reports: await read('reports.yaml', v.array(Report)),
    decisions: await read('decisions.yaml', v.array(Decision)),
    notices: await read('notices.yaml', v.array(Notice)),
    streams: await read('streams.yaml', v.array(Stream)),
  }
}

type Line = { by: string; text: string; depth: number; isDeleted: boolean }

export function parseTalk(talk: string): Line[] {
  return talk
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [, indent, mark, by, text] = /^((?: {2})*)(~?)(\w+): (.+)$/.exec(line) ?? []
      if (!by || !text) throw new Error(`A line of the demo's talks is not 'name: text': ${line}`)
      return { by, text, depth: indent!.length / 2, isDeleted: mark === '~' }
    })
}
