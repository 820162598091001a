import { handlers } from '#server/features/handlers.ts'
import { parseTalk, type Community, type DemoData } from '../data.ts'
import { planMembers, planPeople } from './people.ts'
import { asStaff, createPlan, DAY, DEMO_ADMIN, findText, HOUR, type DemoEvent, type Plan } from './plan.ts'
import { planDecisions, planNotice } from './moderation.ts'
import { planDeletions, planTexts } from './texts.ts'
import { planVotes } from './votes.ts'

function planCommunity(plan: Plan, community: Community): void {
  const { name, display_name, description, is_nsfw, icon, creator, made, posts } = community
  plan.add(
    plan.now - made * DAY,
    creator,
    [`r/${name}`],
    async ({ ctx, ids, pictures: [icon_url] }) => {
      ids[`r/${name}`] = (
        await handlers.categories.create(ctx, { name, display_name, description, is_nsfw, icon_url: icon_url! })
      ).id
    },
    [icon],
  )
  planTexts(plan, posts, name, community)
  planMembers(plan, community)
}

function planReport({ add, after, now, texts }: Plan, report: DemoData['reports'][number], key: string): void {
  const { by, post, comment, community, reason, days_ago, verdict } = report
  const target = findText(texts, { post, comment })
  if (!target && !community) throw new Error(`A report in the demo has no target: ${reason}`)
  const at = Math.max(now - days_ago * DAY, target ? target.at + (now - target.at) * 0.2 : 0)
  if (target) target.lastUse = Math.max(target.lastUse, at)
  add(at, by, ['reports', key, target?.key ?? `r/${community}`], async ({ ctx, ids }) => {
    const about = target ? { [`${target.kind}_id`]: ids[target.key] } : { category_id: ids[`r/${community}`] }
    ids[key] = (await handlers.reports.create(ctx, { ...about, reason })).id
  })
  if (!verdict) return
  add(after(at, 9 * HOUR), DEMO_ADMIN, [key, `u/${by}`], ({ ctx, ids }) =>
    handlers.admin.decideReport(asStaff(ctx), { report_id: ids[key]!, action: verdict }),
  )
}

/** Both members read the conversation within the last hours, because messages expire a day after they were read. */
function planConversation(
  { add, dice, now }: Plan,
  { between, hours_ago, unread, lines }: DemoData['conversations'][number],
): void {
  const messages = parseTalk(lines)
  const begin = now - hours_ago * HOUR
  const readAt = now - Math.min(8, hours_ago) * HOUR * dice.between(0.4, 0.8)
  const readCount = messages.length - unread
  const [one, other] = between
  for (const [index, { by, text: content }] of messages.entries()) {
    const isRead = index < readCount
    const at = isRead
      ? begin + ((readAt - begin) * index) / readCount
      : readAt + ((now - readAt) * (index - readCount + 0.3)) / unread
    const recipient = by === one ? other : one
    add(at, by, [`u/${recipient}`], ({ ctx, ids }) =>
      handlers.messages.send(ctx, { recipient_id: ids[`u/${recipient}`]!, content, image_url: null }),
    )
  }
  for (const [reader, username] of [
    [one, other],
    [other, one],
  ] as const) {
    add(readAt, reader, [`u/${username}`], ({ ctx }) =>
      handlers.messages.conversation(ctx, { username, limit: 50, peek: false }),
    )
  }
}

function planStream(
  { add, now }: Plan,
  { by, title, description, url, days_ago, hours }: DemoData['streams'][number],
  key: string,
): void {
  const at = now - days_ago * DAY
  add(at, by, [], async ({ ctx, ids }) => {
    ids[key] = (await handlers.streams.create(ctx, { title, description, url, stream_type: 'external' })).id
  })
  if (hours !== undefined)
    add(at + hours * HOUR, by, [], ({ ctx, ids }) => handlers.streams.end(ctx, { stream_id: ids[key]! }))
}

export function planHistory(data: DemoData, now: number): DemoEvent[] {
  const plan = createPlan(data, now)
  for (const community of data.communities) planCommunity(plan, community)
  planTexts(
    plan,
    data.botPosts,
    'bot',
    data.communities.find(({ is_nsfw }) => !is_nsfw)!,
  )
  for (const [index, report] of data.reports.entries()) planReport(plan, report, `report ${index}`)
  for (const notice of data.notices) planNotice(plan, notice)
  planDecisions(plan)
  for (const [index, stream] of data.streams.entries()) planStream(plan, stream, `stream ${index}`)
  for (const conversation of data.conversations) planConversation(plan, conversation)
  planVotes(plan)
  planPeople(plan)
  planDeletions(plan)
  return plan.events.sort((a, b) => a.at - b.at)
}
