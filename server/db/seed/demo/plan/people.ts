import { communities } from '../communities.ts'
import type { CommunityName, Person } from '../content.ts'
import { people } from '../people.ts'
import { DAY } from './time.ts'

/** The name under which a bot's texts are planned; it is nobody's, for it holds no word character. */
export const BOT = '*'

const byName = new Map(people.map((person) => [person.username, person]))

export function personNamed(username: string): Person {
  const found = byName.get(username)
  if (!found) throw new Error(`Nobody in the demo is called ${username}`)
  return found
}

/** Who writes and votes under a name of their own. */
export const active = people.filter((person) => person.state === undefined)

const adult = new Set(communities.filter((community) => community.is_nsfw).map((community) => community.name))

export const isAdult = (community: CommunityName) => adult.has(community)

/** Who comes to a community at all: everybody to the normal ones, to the adult ones those who have a home among them. */
export function visitorsOf(community: CommunityName): Person[] {
  return isAdult(community) ? active.filter((person) => person.homes.some(isAdult)) : active
}

export const joinedAt = (person: Pick<Person, 'joined'>, now: number) => now - person.joined * DAY

export const writes = (person: Person, english: boolean) => (english ? person.english !== undefined : person.english !== 'only')
