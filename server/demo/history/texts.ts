import type { UserCtx } from '#server/context.ts'
import { answerComment, writePost } from '#server/features/bot/answer.ts'
import { handlers } from '#server/features/handlers.ts'
import { NO_VIDEO_TEXTS } from '#server/features/uploads/video-texts.ts'
import { parseTalk, type Community, type Post } from '../data.ts'
import { createDice } from '../dice.ts'
import { BOT, DAY, HOUR, MINUTE, type Plan, type Text } from './plan.ts'

const OLDEST_POST = 148 * DAY
/** Exponent of the curve that spreads posts over time; above 1, posts become more frequent towards the present. */
const DENSITY = 1.7
/** This is less than the month after which a nightly job erases deleted content. */
const OLDEST_DELETION = 25 * DAY

/** Replaces the AI provider by one that always answers with `text`. */
function asBot(ctx: UserCtx, text: string): Parameters<typeof writePost>[0] {
  const reply = () => Promise.resolve(text)
  return { ...ctx, ai: { provider: { name: 'demo', model: 'demo', complete: reply }, ask: reply } }
}

const PLAIN = { image_url: null, video_url: null, ...NO_VIDEO_TEXTS, is_spoiler: false }
const POLL_HOURS = 168

const mentionedIn = (text: string) => [...text.matchAll(/@(\w+)/g)].map(([, name]) => `u/${name}`)

const createPost = async (ctx: UserCtx, post: Omit<Parameters<typeof handlers.posts.create>[1], keyof typeof PLAIN>) =>
  (await handlers.posts.create(ctx, { ...PLAIN, ...post })).id

/** The votes use separate random numbers, so that nothing else in the plan changes if the poll is removed. */
function planPoll({ add, now, readersOf }: Plan, poll: Record<string, number>, { key, by, at, home }: Text): void {
  const dice = createDice(2)
  const readers = dice.shuffled(readersOf(home, at).filter(({ username }) => username !== by))
  const shares = Object.values(poll)
  for (const [option, share] of shares.entries()) {
    for (const { username } of readers.splice(0, Math.round((readers.length * share) / 100))) {
      add(at + (now - at) * dice.between(0.01, 0.99), username, [key], async ({ ctx, ids }) => {
        const { poll: shown } = await handlers.posts.get(ctx, { post_id: ids[key]! })
        return handlers.polls.vote(ctx, { post_id: ids[key]!, option_id: shown!.options[option]!.id })
      })
    }
  }
}

function planPost(plan: Plan, post: Post, text: Text): void {
  const { add, after, data, texts } = plan
  const { title, text: content, state, picture, gallery, link, poll } = post
  const { key, by, at, home } = text
  // An edited post is published without its last paragraph, which the edit adds.
  const written = state === 'edited' ? content.slice(0, content.lastIndexOf('\n\n')) : content
  // The bot chooses among all communities by their numbers of members, so its post comes after their earlier events.
  const homes = by === BOT ? data.communities : [home]
  texts.push(text)
  add(
    at,
    by,
    ['posts', key, ...homes.map(({ name }) => `r/${name}`), ...mentionedIn(written)],
    async ({ ctx, ids, pictures }) => {
      ids[key] =
        by === BOT
          ? await writePost(asBot(ctx, `${title}\n\n${content}`))
          : await createPost(ctx, {
              title,
              content: written,
              category_id: ids[`r/${home.name}`]!,
              link_url: link ?? null,
              images: pictures.map((url, at) => ({ url, alt: gallery[at - 1]?.alt ?? '' })),
              poll: poll ? { options: Object.keys(poll), hours: POLL_HOURS } : null,
            })
    },
    picture ? [picture, ...gallery.map((one) => one.picture)] : [],
  )
  if (poll) planPoll(plan, poll, text)
  if (state === 'edited')
    add(after(at, 5 * HOUR), by, [key], ({ ctx, ids }) => handlers.posts.edit(ctx, { post_id: ids[key]!, content }))
}

function planComment({ add, texts }: Plan, comment: Text, post: Text, parent: Text): void {
  const { key, by, at, content } = comment
  parent.lastUse = Math.max(parent.lastUse, at)
  post.lastUse = Math.max(post.lastUse, at)
  texts.push(comment)
  add(
    at,
    by,
    [key, post.key, `u/${post.by}`, parent.key, `u/${parent.by}`, ...mentionedIn(content)],
    async ({ ctx, ids }) => {
      if (by === BOT) {
        ids[key] = (await answerComment(asBot(ctx, content), ids[parent.key]!, { asker: ids[`u/${parent.by}`]! }))!
        return
      }
      const spoken = content.replaceAll(`@${BOT}`, `@${ctx.config.botUsername}`)
      const parent_id = parent === post ? null : ids[parent.key]!
      const comment = {
        post_id: ids[post.key]!,
        parent_id,
        content: spoken,
        image_url: null,
        video_url: null,
        ...NO_VIDEO_TEXTS,
      }
      ids[key] = (await handlers.comments.create(ctx, comment)).id
    },
  )
}

function planTalk(plan: Plan, talk: string, post: Text): void {
  const above = [post]
  for (const [index, { by, text: content, depth, isDeleted }] of parseTalk(talk).entries()) {
    const parent = above[depth]
    if (!parent) throw new Error(`A reply in the demo has no parent: ${content}`)
    const at = Math.max(plan.after(parent.at, depth === 0 ? 9 * HOUR : 2.5 * HOUR), plan.joinedAt(by) + MINUTE)
    const isVotable = post.isVotable && !isDeleted
    const key = `${post.key}.${index}`
    const comment: Text = {
      ...post,
      kind: 'comment',
      key,
      by,
      content,
      at,
      depth: depth + 1,
      isDeleted,
      isVotable,
      lastUse: at,
    }
    planComment(plan, comment, post, parent)
    above.splice(depth + 1, Infinity, comment)
  }
}

export function planTexts(plan: Plan, posts: Post[], name: string, home: Community): void {
  for (const [index, post] of posts.entries()) {
    const at = plan.now - OLDEST_POST * (1 - (index + plan.dice.between(0.1, 0.9)) / posts.length) ** DENSITY
    const isDeleted = post.state === 'deleted'
    const text: Text = {
      kind: 'post',
      key: `${name} ${index}`,
      by: post.by ?? BOT,
      content: post.title,
      at,
      depth: 0,
      home,
      tone: post.tone,
      isDeleted,
      isVotable: !isDeleted,
      lastUse: at,
    }
    planPost(plan, post, text)
    planTalk(plan, post.talk, text)
  }
}

export function planDeletions({ add, dice, now, texts }: Plan): void {
  for (const { kind, key, by, lastUse } of texts.filter(({ isDeleted }) => isDeleted)) {
    const from = Math.max(lastUse, now - OLDEST_DELETION)
    add(from + (now - from) * dice.between(0.05, 0.9), by, [key], ({ ctx, ids }) =>
      kind === 'post'
        ? handlers.posts.remove(ctx, { post_id: ids[key]! })
        : handlers.comments.remove(ctx, { comment_id: ids[key]! }),
    )
  }
}
