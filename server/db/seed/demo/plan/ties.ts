import { communities } from '../communities.ts'
import type { Community, Person } from '../content.ts'
import { createDice } from '../dice.ts'
import { DEMO_MEMBER, people } from '../people.ts'
import { active, BOT, isAdult, joinedAt, personNamed, visitorsOf } from './people.ts'
import { authorsIn, type PlannedPost } from './posts.ts'
import { DAY, HOUR } from './time.ts'

export type PlannedMember = { community: Community, person: Person, is_moderator: boolean, at: number }
export type PlannedFollow = { follower: string, followed: string, at: number }
export type PlannedBlock = { blocker: string, blocked: string, at: number }
export type PlannedSave = { post: PlannedPost, saver: string, at: number }

const BLOCKS: [blocker: string, blocked: string, daysAgo: number][] = [
  [DEMO_MEMBER, 'szczery_do_bolu', 12], ['kocia_mama', 'adwokat_diabla', 40], ['psiara_ewa', 'zrzeda', 28], ['quiet_maggie', 'suchar_master', 19],
  ['para_po_30', 'szczery_do_bolu', 33], ['oszczedny_janek', 'sasiad_spod_7', 7],
]

const SAVED_BY_DEMO = 27

/** Who belongs to which community, the creator first; whoever posts somewhere joined before. */
export function planMembers(posts: PlannedPost[], now: number): PlannedMember[] {
  const dice = createDice(401)
  return communities.flatMap((community) => {
    const made = now - community.made * DAY
    const authors = authorsIn(posts, community.name)
    const first = posts.find((post) => post.community === community.name)!.at
    const others = visitorsOf(community.name).filter((person) => person.username !== community.creator
      && (authors.has(person.username) || community.moderators.includes(person.username) || person.homes.includes(community.name) || dice.chance(0.34)))
    return [personNamed(community.creator), ...others].map((person, index) => ({
      community, person, is_moderator: index === 0 || community.moderators.includes(person.username),
      at: index === 0 ? made : dice.between(Math.max(made, joinedAt(person, now)), Math.max(made, joinedAt(person, now), first - HOUR)),
    }))
  })
}

export function planBlocks(now: number): PlannedBlock[] {
  return BLOCKS.map(([blocker, blocked, daysAgo]) => ({ blocker, blocked, at: now - daysAgo * DAY }))
}

/** Whether one of two has blocked the other. */
export function areApart(one: string, other: string): boolean {
  return BLOCKS.some(([blocker, blocked]) => (blocker === one && blocked === other) || (blocker === other && blocked === one))
}

export const hasBlocked = (blocker: string, blocked: string) => BLOCKS.some((block) => block[0] === blocker && block[1] === blocked)

/** Who follows whom: those who write much are followed by many. */
export function planFollows(posts: PlannedPost[], now: number): PlannedFollow[] {
  const dice = createDice(402)
  const fame = new Map(active.map((person) => [person, 1 + posts.filter((post) => post.author === person.username).length]))
  return active.flatMap((follower) => {
    const followed = new Set<Person>()
    const wanted = follower.username === DEMO_MEMBER ? 9 : dice.whole(1, 8)
    for (let tries = 0; followed.size < wanted && tries < 60; tries += 1) {
      const other = dice.weighted(active, (person) => fame.get(person)!)
      if (other !== follower && !areApart(follower.username, other.username)) followed.add(other)
    }
    return [...followed].map((person) => {
      const both = Math.max(joinedAt(person, now), joinedAt(follower, now))
      return { follower: follower.username, followed: person.username, at: both + (now - both) * dice.next() ** 0.6 }
    })
  }).sort((a, b) => a.at - b.at)
}

/** What everybody keeps for later, the known member more than one page of it. */
export function planSaves(posts: PlannedPost[], now: number): PlannedSave[] {
  const dice = createDice(403)
  const worth = posts.filter((post) => post.tone !== 'ignored' && post.deleted_at === null && post.author !== BOT)
  return active.flatMap((saver) => {
    const mayRead = worth.filter((post) => post.at > joinedAt(saver, now) && (!isAdult(post.community) || saver.homes.some(isAdult)))
    const kept = dice.shuffled(mayRead).slice(0, saver.username === DEMO_MEMBER ? SAVED_BY_DEMO : dice.whole(0, 8))
    return kept.map((post) => ({ post, saver: saver.username, at: post.at + (now - post.at) * dice.next() ** 2 }))
  })
}

/** Accounts in the order in which they were made. */
export const accounts = people.toSorted((a, b) => b.joined - a.joined)
