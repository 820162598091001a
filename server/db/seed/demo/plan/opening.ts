import { communities } from '../communities.ts'
import { DEMO_ADMIN } from '../people.ts'
import { joinedAt } from './people.ts'
import type { Step } from './step.ts'
import { accounts, planBlocks } from './ties.ts'
import { DAY, moment } from './time.ts'
import type { World } from './world.ts'

/** People, communities, and what is between them. */
export function openingRows({ now, members, follows, userId, categoryId }: World): Pick<Step, 'users' | 'categories' | 'members' | 'follows' | 'blocks'> {
  return {
    users: accounts.map(({ username, bio, state, ...person }) => ({
      id: userId(username), username, bio, email: state === 'gone' ? null : `${username}@example.org`, email_verified: state === undefined,
      is_admin: username === DEMO_ADMIN, created_at: moment(joinedAt(person, now)), deleted_at: state === 'gone' ? moment(now - 9 * DAY) : null,
      follower_count: follows.filter((follow) => follow.followed === username).length,
      following_count: follows.filter((follow) => follow.follower === username).length,
    })),
    categories: communities.map(({ name, display_name, description, creator, is_nsfw = false, made }) => ({
      id: categoryId(name), name, display_name, description, is_nsfw, creator_id: userId(creator), created_at: moment(now - made * DAY),
      member_count: members.filter((member) => member.community.name === name).length,
    })),
    members: members.map(({ community, person, is_moderator, at }) => ({
      category_id: categoryId(community.name), user_id: userId(person.username), is_moderator, created_at: moment(at),
    })),
    follows: follows.map(({ follower, followed, at }) => ({ follower_id: userId(follower), followed_id: userId(followed), created_at: moment(at) })),
    blocks: planBlocks(now).map(({ blocker, blocked, at }) => ({ blocker_id: userId(blocker), blocked_id: userId(blocked), created_at: moment(at) })),
  }
}
