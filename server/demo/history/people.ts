import { handlers } from '#server/features/handlers.ts'
import { insertModerator } from '#server/features/moderation/index.ts'
import type { Community, Person } from '../data.ts'
import { asStaff, BOT, DAY, DEMO_ADMIN, DEMO_MEMBER, HOUR, MINUTE, type Plan } from './plan.ts'

const SAVED_BY_DEMO = 27
const FOLLOWED_BY_DEMO = 9

/** People join a community before they first post or are sanctioned in it, and so do some of the other readers. */
export function planMembers({ add, data, dice, joinedAt, now, readersOf, texts }: Plan, community: Community): void {
  const { name, creator, moderators, made } = community
  const readers = readersOf(community, now)
  for (const person of data.people) {
    const { username, homes } = person
    const firstPost = texts.find(({ kind, by, home }) => kind === 'post' && by === username && home === community)
    const isModerator = moderators.includes(username)
    const comes = readers.includes(person) && (homes.includes(name) || dice.chance(0.34))
    const isSanctioned = data.decisions.some(({ member, community: where }) => member === username && where === name)
    if (username === creator || !(firstPost || isModerator || comes || isSanctioned)) continue
    const from = Math.max(now - made * DAY, joinedAt(username))
    const at = isSanctioned ? from : dice.between(from, firstPost?.at ?? (from + now) / 2)
    add(at, username, [`r/${name}`], ({ ctx, ids }) =>
      handlers.categories.join(ctx, { category_id: ids[`r/${name}`]! }),
    )
    // The moderator is added without an invitation, because an invitation would send a mail.
    if (isModerator)
      add(at, username, [`r/${name}`], ({ ctx, ids }) =>
        insertModerator(ctx.db, ids[`r/${name}`]!, ctx.viewer.id, ctx.now()),
      )
  }
}

function planSaves({ add, dice, now, readersOf, texts }: Plan, person: Person): void {
  const { username } = person
  const seen = texts.filter(
    ({ kind, isVotable, tone, by, home, at }) =>
      kind === 'post' && isVotable && tone !== 'ignored' && by !== BOT && readersOf(home, at).includes(person),
  )
  for (const { key, at } of dice
    .shuffled(seen)
    .slice(0, username === DEMO_MEMBER ? SAVED_BY_DEMO : dice.between(0, 9))) {
    add(at + (now - at) * dice.next() ** 2, username, [key], ({ ctx, ids }) =>
      handlers.saves.save(ctx, { post_id: ids[key]!, saved: true }),
    )
  }
}

/** People who write much are followed by many, but not by those who block them or whom they block. */
function planFollows({ active, add, dice, joinedAt, now, texts }: Plan, { username, blocks }: Person): void {
  const postsOf = (name: string) => texts.filter(({ kind, by }) => kind === 'post' && by === name).length
  const chosen = active
    .filter((other) => other.username !== username && !(other.username in blocks) && !(username in other.blocks))
    .map(({ username: name }) => ({ name, rank: dice.wait(1) / (1 + postsOf(name)) }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, username === DEMO_MEMBER ? FOLLOWED_BY_DEMO : dice.between(1, 9))
  for (const { name } of chosen) {
    const from = Math.max(joinedAt(username), joinedAt(name))
    add(from + (now - from) * dice.next() ** 0.6, username, [`u/${name}`], ({ ctx, ids }) =>
      handlers.follows.follow(ctx, { user_id: ids[`u/${name}`]! }),
    )
  }
}

export function planPeople(plan: Plan): void {
  const { active, add, after, data, dice, events, joinedAt, now } = plan
  for (const person of active) {
    const { username, avatar, blocks } = person
    if (avatar)
      add(
        joinedAt(username) + HOUR,
        username,
        [],
        ({ ctx, pictures: [avatar_url] }) => handlers.users.editMe(ctx, { avatar_url }),
        [avatar],
      )
    planSaves(plan, person)
    planFollows(plan, person)
    for (const [name, days] of Object.entries(blocks)) {
      add(now - days * DAY, username, [`u/${name}`], ({ ctx, ids }) =>
        handlers.blocks.block(ctx, { user_id: ids[`u/${name}`]! }),
      )
    }
    const readAt = Math.max(
      now - (username === DEMO_MEMBER ? 3 * DAY : dice.wait(2 * DAY)),
      joinedAt(username) + MINUTE,
    )
    add(readAt, username, [], ({ ctx }) => handlers.notifications.markAllRead(ctx, {}))
  }
  for (const { username } of data.people.filter(({ state }) => state === 'gone')) {
    const lastSeen = Math.max(now - 9 * DAY, ...events.filter(({ by }) => by === username).map(({ at }) => at))
    add(after(lastSeen, DAY), DEMO_ADMIN, [`u/${username}`], ({ ctx, ids }) =>
      handlers.admin.removeUser(asStaff(ctx), { user_id: ids[`u/${username}`]!, content: 'keep' }),
    )
  }
}
