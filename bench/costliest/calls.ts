import type * as v from 'valibot'
import type { Endpoint } from '#shared/api/contract.ts'
import type { AppContract } from '#shared/api/index.ts'
import { FLAIR_COLORS } from '#shared/rules/flairs.ts'
import { SCOPES } from '#shared/api/scopes.ts'
import { LIMITS, UPLOAD } from '#shared/limits.ts'
import { fieldsOf } from '#server/test/fuzz/schema-values.ts'
import { inputFrom } from '#server/test/inputs.ts'
import { costlyText, fullSet } from '../filter-set.ts'
import { longComment, longPost, plain } from './texts.ts'
import type { LargeThings } from './things.ts'

/** `as` is the member whose credential is used, by default `member`. */
export type Costly<Input> = {
  what: string
  input: (at: number) => Input | Promise<Input>
  as?: 'visitor' | 'admin' | 'partner' | 'fresh'
}

type InputOf<E> = E extends { input: infer S extends v.GenericSchema } ? v.InferInput<S> : never

type PlainField = keyof ReturnType<typeof plainFields>

type OfGroup<Group> = {
  [Name in keyof Group as {} extends Omit<InputOf<Group[Name]>, PlainField> ? never : Name]: Costly<
    InputOf<Group[Name]>
  >[]
} & { [Name in keyof Group]?: Costly<InputOf<Group[Name]>>[] }

/** The type requires an entry for every call that needs other fields than those of `plainFields`. */
type CostliestCalls = {
  [Group in keyof AppContract as {} extends OfGroup<AppContract[Group]> ? never : Group]: OfGroup<AppContract[Group]>
} & { [Group in keyof AppContract]?: OfGroup<AppContract[Group]> }

const plainFields = (t: LargeThings) => ({
  post_id: t.post,
  comment_id: t.deepComment,
  category_id: t.community,
  user_id: t.member,
  username: `member_${t.member}`,
})

/** Returns the input for a call without an entry in `costliestCalls`: ids of the largest things, the longest page. */
export function plainCall(endpoint: Endpoint, t: LargeThings): Costly<object> {
  const input = { ...inputFrom(endpoint, plainFields(t)), ...('limit' in fieldsOf(endpoint.input) && { limit: 100 }) }
  return { what: 'the largest', input: () => input }
}

const PASSWORD = 'Wrong-password-1'
const TOKEN = 'x'.repeat(200)
/** Keys of a push subscription, from the example in RFC 8291. */
const PUSH_KEYS = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}

/** Every post of the seed data contains these words, so a search for them has to read all posts. */
const COMMON = 'coffee chleb rower las góry pociąg stacja film muzyka kot pies dom praca szkoła komputer serwer'
const longest = (start: string) => `${start} ${COMMON} ${COMMON}`.slice(0, LIMITS.searchQuery)

const SEARCHES: Record<string, (at: number) => string> = {
  'one common word': (at) => `coffee -nowhere${at}`,
  'three phrases of common words': (at) => `"coffee music" "chleb rower" "the forest" -nowhere${at}`,
  'one phrase that no post has': (at) => `"coffee las rower coffee" -nowhere${at}`,
  'the longest query': (at) => longest(`nowhere${at}`),
  'many common words': (at) => `${COMMON} -nowhere${at}`,
  'many excluded common words': (at) => longest(`a${at}`).replaceAll(' ', ' -'),
  'excluded words alone': (at) => `-coffee -chleb -rower -las -nowhere${at}`,
  'a word that no title has': (at) => `title:nowhere${at} coffee`,
  'misspelt words': (at) => `cofeee chlebb rowerr stacjaa muzykaa nowhere${at}`,
  'a beginning of words': (at) => `-nowhere${at} s`,
  'long texts': (at) => `znaczników zdanie -nowhere${at}`,
  'a phrase of long texts': (at) => `"zdanie za zdaniem. zwykłe inne" -nowhere${at}`,
  'only links': (at) => `has:link -nowhere${at}`,
  'only polls': (at) => `has:poll coffee -nowhere${at}`,
  'a span of days': (at) => `coffee after:2020-01-01 before:2030-01-${10 + (at % 20)}`,
  'a narrow span of days': (at) => `coffee after:2024-01-03 before:2024-01-${10 + (at % 20)}`,
}

const searches = <Input>(inputs: (q: (at: number) => string) => [string, (at: number) => Input][]): Costly<Input>[] =>
  Object.entries(SEARCHES).flatMap(([what, q]) =>
    inputs(q).map(([kind, input]) => ({ what: `${what}${kind}`, input, as: 'visitor' as const })),
  )

const SORTS = ['hot', 'new', 'top', 'controversial'] as const
const THREAD_SORTS = ['best', 'new', 'top', 'old', 'controversial'] as const

const CHECKLIST_CALLS: CostliestCalls['setupChecklist'] = {
  get: [{ what: 'all', input: () => ({}) }],
  change: [{ what: 'one', input: () => ({ id: 'mail', put_aside: true }) }],
  sendTestMail: [{ what: 'without a server', input: () => ({ email: 'a@example.org' }) }],
}

const SETUP_CALLS: CostliestCalls['setup'] = {
  complete: [
    {
      what: 'a closed one',
      input: () => ({
        code: 'x',
        site_name: 'Forum',
        language: 'pl',
        username: 'szefowa',
        email: 'a@example.org',
        password: 'Haslo1234',
      }),
      as: 'visitor',
    },
  ],
}

export function costliestCalls(t: LargeThings, mark: string): CostliestCalls {
  return {
    ...readersOf(t),
    ...writersOf(t, mark),
    ...staffOf(t, mark),
    ...accountsOf(t, mark),
    setup: SETUP_CALLS,
    setupChecklist: CHECKLIST_CALLS,
  }
}

type Readers = Pick<
  CostliestCalls,
  | 'ads'
  | 'categories'
  | 'posts'
  | 'comments'
  | 'search'
  | 'users'
  | 'history'
  | 'decisions'
  | 'follows'
  | 'blocks'
  | 'lookups'
  | 'portal'
>

function readersOf(t: LargeThings): Readers {
  const unique = (at: number) => `${Date.now().toString(36)}${at}`
  return {
    ads: {
      list: [
        {
          what: 'all places',
          input: () => ({ place: 'category' as const, category_id: t.community, count: LIMITS.adsPerPage }),
          as: 'visitor',
        },
      ],
    },
    posts: {
      list: [
        ...(['joined', 'following', 'all'] as const).flatMap((feed) =>
          SORTS.map((sort) => ({
            what: `${feed}, ${sort}, without read ones`,
            input: () => ({ feed, sort, limit: 100, hide_read: true }),
          })),
        ),
        { what: 'joined, hot, deep', input: () => ({ feed: 'joined', sort: 'hot', limit: 100, offset: 900 }) },
        {
          what: 'of a community',
          input: () => ({ category: t.communityName, sort: 'top', window: 'all', limit: 100 }),
        },
        { what: 'of an author', input: () => ({ author: `member_${t.member}`, sort: 'top', limit: 100 }) },
        { what: 'everything, adult too', input: () => ({ nsfw: true, sort: 'hot', limit: 100 }) },
        ...SORTS.map((sort) => ({
          what: `a visitor's, ${sort} of the month`,
          input: () => ({ sort, window: 'month' as const, limit: 100 }),
          as: 'visitor' as const,
        })),
      ],
      search: searches((q) => [['', (at) => ({ q: q(at).slice(0, LIMITS.searchQuery), limit: 100 })]]),
      chooseFeed: [{ what: 'joined', input: () => ({ feed: 'joined' }) }],
      saved: [
        { what: 'a hundred', input: () => ({ limit: 100 }) },
        { what: 'the last', input: () => ({ limit: 100, offset: OFFSET }) },
      ],
      byLink: [{ what: 'an address', input: () => ({ url: `https://example.org/${'a'.repeat(1_900)}` }) }],
      get: [
        { what: 'the longest', input: () => ({ post_id: t.post }) },
        { what: 'a poll', input: () => ({ post_id: t.poll }) },
      ],
      create: [
        { what: 'the longest', input: (at) => newPost(t.community, longPost(String(at))) },
        { what: 'under 50 filters', input: (at) => newPost(t.filtered, `${at} ${costlyText(39_000)}`), as: 'partner' },
      ],
      edit: [
        { what: 'the longest', input: (at) => ({ post_id: t.post, content: longPost(`edit ${at}`) }) },
        { what: 'under filters', input: (at) => ({ post_id: t.filteredPost, content: `${at} ${costlyText(39_000)}` }) },
      ],
      remove: [{ what: 'the longest', input: async () => ({ post_id: await t.fresh('post') }) }],
    },
    search: {
      find: [
        ...searches((q) =>
          (['posts', 'comments'] as const).flatMap((type) =>
            (['relevance', 'new'] as const).map((sort): [string, (at: number) => object] => [
              `, ${type}, ${sort}`,
              (at) => ({ q: q(at).slice(0, LIMITS.searchQuery), type, sort, limit: 100 }),
            ]),
          ),
        ),
        { what: 'communities', input: () => ({ q: 'e', type: 'communities', limit: 100 }) },
        { what: 'communities by a common word', input: () => ({ q: 'długa', type: 'communities', limit: 100 }) },
        { what: 'people', input: () => ({ q: 'member', type: 'users', limit: 100 }) },
        { what: 'people by a letter', input: () => ({ q: 'e', type: 'users', limit: 100 }) },
        { what: 'all of a community', input: (at) => ({ q: `-no${at}`, in: 'community_1', limit: 100 }) },
        { what: 'comments of an author', input: (at) => ({ q: `-n${at}`, type: 'comments', author: 'member_3' }) },
      ],
    },
    comments: {
      list: [
        ...THREAD_SORTS.map((sort) => ({ what: sort, input: () => ({ post_id: t.post, sort, limit: 100 }) })),
        { what: 'deep', input: () => ({ post_id: t.post, limit: 100, offset: 900 }) },
        { what: 'with one far below', input: () => ({ post_id: t.post, include: t.deepComment }) },
        { what: 'answers', input: () => ({ post_id: t.post, parent_id: t.comment, limit: 100 }) },
      ],
      context: [{ what: 'of a deep one', input: () => ({ comment_id: t.deepComment, levels: LIMITS.contextLevels }) }],
      create: [
        { what: 'the longest', input: (at) => ({ post_id: t.post, content: longComment(unique(at)) }) },
        { what: 'below a chain', input: (at) => ({ post_id: t.post, parent_id: t.deepComment, content: unique(at) }) },
        {
          what: 'with mentions, under 50 filters',
          input: (at) => ({ post_id: t.filteredPost, content: longComment(mentions(at)) }),
          as: 'partner',
        },
      ],
      edit: [{ what: 'the longest', input: (at) => ({ comment_id: t.comment, content: longComment(unique(at)) }) }],
      remove: [{ what: 'the longest', input: async () => ({ comment_id: await t.fresh('comment') }) }],
    },
    categories: {
      list: [
        { what: 'a hundred', input: () => ({ limit: 100, nsfw: true }) },
        { what: 'by a common word', input: () => ({ search: 'długa', limit: 100 }) },
        { what: 'by the longest words', input: (at) => ({ search: longest(String(at)), limit: 100 }) },
        { what: 'by a letter', input: () => ({ search: 'e', limit: 100, offset: 900 }) },
      ],
      joined: [{ what: 'a hundred', input: () => ({ limit: 100 }) }],
      byName: [{ what: 'the largest', input: () => ({ name: t.communityName }) }],
      about: [{ what: 'the largest', input: () => ({ category_id: t.community }) }],
      create: [
        {
          what: 'a new one',
          input: (at) => ({ name: `n${unique(at)}`, display_name: plain(50), description: plain(500) }),
        },
      ],
      edit: [{ what: 'description', input: (at) => ({ category_id: t.community, description: plain(500, at) }) }],
      rules: [{ what: 'all', input: () => ({ category_id: t.community }) }],
      setRules: [
        {
          what: 'all',
          input: (at) => ({
            category_id: t.community,
            rules: Array.from({ length: LIMITS.rules }, (_, n) => ({ title: plain(100, at + n), text: plain(500) })),
          }),
        },
      ],
      flairs: [{ what: 'all', input: () => ({ category_id: t.community }) }],
      setFlairs: [
        {
          what: 'all',
          input: (at) => ({
            category_id: t.community,
            flairs: Array.from({ length: LIMITS.flairs }, (_, n) => ({
              label: `${n} ${at} etykieta`,
              color: FLAIR_COLORS[n % FLAIR_COLORS.length]!,
            })),
          }),
        },
      ],
      membership: [{ what: 'one', input: () => ({ category_id: t.community }) }],
      creator: [{ what: 'one', input: () => ({ category_id: t.community }) }],
      join: [{ what: 'one', input: () => ({ category_id: 2 }) }],
      leave: [{ what: 'one', input: () => ({ category_id: 2 }) }],
    },
    users: {
      search: [
        { what: 'by a letter', input: () => ({ q: 'me', limit: 100 }) },
        { what: 'by the longest words', input: (at) => ({ q: longest(String(at)), limit: 100 }) },
      ],
      me: [{ what: 'own', input: () => ({}) }],
      editMe: [{ what: 'biography', input: (at) => ({ bio: plain(LIMITS.bio, at) }) }],
      removeMe: [{ what: 'a wrong password', input: () => ({ password: PASSWORD }) }],
      get: [{ what: 'own', input: () => ({ username: `member_${t.member}` }) }],
      comments: [
        { what: 'a hundred', input: () => ({ username: `member_${t.member}`, limit: 100 }) },
        { what: 'deep', input: () => ({ username: `member_${t.member}`, limit: 100, offset: 900 }) },
      ],
    },
    history: {
      post: [{ what: 'all', input: () => ({ post_id: t.post, limit: 100 }) }],
      comment: [{ what: 'all', input: () => ({ comment_id: t.comment, limit: 100 }) }],
      deletePostVersion: [{ what: 'none', input: () => ({ post_id: t.post, version_id: 1 }) }],
      deleteCommentVersion: [{ what: 'none', input: () => ({ comment_id: t.comment, version_id: 1 }) }],
    },
    decisions: {
      mine: [{ what: 'a hundred', input: () => ({ limit: 100 }) }],
      ofCategory: [{ what: 'a hundred', input: () => ({ category_id: t.community, limit: 100 }) }],
    },
    follows: {
      isFollowing: [{ what: 'one', input: () => ({ user_id: t.partner }) }],
      follow: [{ what: 'one', input: async () => ({ user_id: await t.fresh('user') }) }],
      unfollow: [{ what: 'one', input: () => ({ user_id: t.partner }) }],
      followers: [{ what: 'deep', input: () => ({ user_id: t.member, limit: 100, offset: OFFSET - 1_000 }) }],
      following: [{ what: 'deep', input: () => ({ user_id: t.member, limit: 100, offset: OFFSET - 1_000 }) }],
    },
    portal: {
      overview: [{ what: 'all', input: () => ({}) }],
      group: [{ what: 'the largest', input: () => ({ group: 'admin' }) }],
    },
    lookups: {
      users: [{ what: 'a hundred', input: () => ({ ids: hundredFrom(t.member) }) }],
      categories: [{ what: 'a hundred', input: () => ({ ids: hundredFrom(t.community) }) }],
      posts: [{ what: 'a hundred', input: () => ({ ids: hundredFrom(t.post) }) }],
      comments: [{ what: 'the last of a long chain', input: () => ({ ids: hundredFrom(t.deepComment - 99) }) }],
    },
    blocks: {
      isBlocked: [{ what: 'one', input: () => ({ user_id: t.partner }) }],
      block: [{ what: 'one', input: async () => ({ user_id: await t.fresh('user') }) }],
      unblock: [{ what: 'one', input: () => ({ user_id: 12_100 }) }],
      list: [{ what: 'deep', input: () => ({ limit: 100, offset: 4_800 }) }],
    },
  }
}

const OFFSET = LIMITS.offset - 1_000

const hundredFrom = (id: number) => Array.from({ length: LIMITS.lookup }, (_, at) => id + at).join(',')

const mentions = (at: number) =>
  Array.from({ length: LIMITS.mentions + 20 }, (_, n) => `@member_${at * 50 + n + 3}`).join(' ')

const newPost = (category_id: number, content: string) => ({ title: plain(LIMITS.titleMax), content, category_id })

type Writers = Pick<
  CostliestCalls,
  | 'votes'
  | 'saves'
  | 'tokens'
  | 'applications'
  | 'grants'
  | 'oauth'
  | 'signInServices'
  | 'reading'
  | 'polls'
  | 'uploads'
  | 'messages'
  | 'modmail'
  | 'notifications'
  | 'points'
  | 'push'
  | 'hooks'
  | 'reports'
  | 'notices'
  | 'transparency'
  | 'streams'
  | 'bot'
  | 'markdown'
  | 'appeals'
  | 'moderators'
  | 'announcements'
  | 'texts'
  | 'invites'
>

function writersOf(t: LargeThings, mark: string): Writers {
  return {
    votes: {
      post: [{ what: 'the longest', input: (at) => ({ post_id: t.poll, value: at % 2 === 0 ? 1 : -1 }) }],
      comment: [
        { what: 'one', input: (at) => ({ comment_id: t.deepComment, value: at % 2 === 0 ? 1 : -1 }), as: 'partner' },
      ],
    },
    applications: {
      list: [{ what: 'one', input: () => ({}) }],
      create: [
        {
          what: 'the longest',
          input: (at) => ({
            name: `${plain(LIMITS.applicationName - 10)} ${at}`,
            url: 'https://app.example',
            redirect_uris: Array.from(
              { length: LIMITS.redirectUris },
              (_, number) => `https://app.example/${number}/${'a'.repeat(LIMITS.redirectUri - 30)}`,
            ),
            kind: 'confidential',
            scopes: [...SCOPES],
          }),
        },
      ],
      remove: [{ what: 'none', input: () => ({ client_id: crypto.randomUUID() }) }],
    },
    grants: {
      list: [{ what: 'none', input: () => ({}) }],
      remove: [{ what: 'none', input: (at) => ({ grant_id: at + 1 }) }],
    },
    oauth: {
      request: [{ what: 'of nobody', input: () => ({ request: 'client_id=none' }) }],
      device: [{ what: 'of nobody', input: () => ({ user_code: 'BCDF-GHJK' }) }],
      decideDevice: [{ what: 'of nobody', input: () => ({ user_code: 'BCDF-GHJK', decision: 'deny' }) }],
      decide: [{ what: 'of nobody', input: () => ({ request: 'client_id=none', decision: 'deny' }) }],
    },
    tokens: {
      list: [{ what: 'one', input: () => ({}) }],
      create: [{ what: 'one', input: (at) => ({ name: `Token ${at}`, scopes: ['read'], expires_in_days: 1 }) }],
      remove: [{ what: 'none', input: (at) => ({ token_id: at + 1 }) }],
    },
    signInServices: {
      list: [{ what: 'one', input: () => ({}) }],
      pending: [{ what: 'none', input: () => ({}) }],
      register: [
        { what: 'refused', input: (at) => ({ username: `service_${mark}_${at}`, age_confirmed: true }), as: 'visitor' },
      ],
      linked: [{ what: 'one', input: () => ({}) }],
      link: [{ what: 'refused', input: () => ({}) }],
      unlink: [{ what: 'none', input: (at) => ({ link_id: at + 1 }) }],
    },
    reading: { hide: [{ what: 'one', input: (at) => ({ post_id: t.post, hidden: at % 2 === 0 }) }] },
    polls: {
      vote: [{ what: 'the largest', input: () => ({ post_id: t.poll, option_id: t.pollOptions[1]! }), as: 'fresh' }],
    },
    uploads: {
      image: [{ what: 'a large picture', input: () => ({ file: picture }) }],
      video: [{ what: 'no video', input: () => ({ file: picture }) }],
      captions: [{ what: 'as many cues as fit', input: () => ({ file: captions }) }],
      messageImage: [{ what: 'a large picture', input: () => ({ image: picture }) }],
    },
    messages: {
      list: [
        { what: 'a hundred', input: () => ({ limit: 100 }) },
        { what: 'deep', input: () => ({ limit: 100, offset: 4_800 }) },
      ],
      conversations: [
        { what: 'a hundred', input: () => ({ limit: 100 }) },
        { what: 'deep', input: () => ({ limit: 100, offset: 4_800 }) },
      ],
      unreadCount: [{ what: 'all', input: () => ({}) }],
      unreadCountShort: [{ what: 'all', input: () => ({}) }],
      conversation: [{ what: 'the longest', input: () => ({ username: t.partnerName, limit: 100 }) }],
      send: [{ what: 'the longest', input: (at) => ({ recipient_id: t.partner, content: plain(LIMITS.message, at) }) }],
    },
    modmail: {
      start: [
        {
          what: 'the longest',
          input: (at) => ({ category_id: t.community, subject: `${at}`, text: longComment(String(at)) }),
        },
      ],
      list: [
        { what: 'of a thousand communities', input: () => ({ box: 'staff', limit: 100 }) },
        { what: 'own', input: () => ({ limit: 100 }), as: 'partner' },
      ],
      get: [{ what: 'the longest', input: () => ({ thread_id: t.modmail, limit: 100 }) }],
      send: [{ what: 'the longest', input: (at) => ({ thread_id: t.modmail, text: longComment(String(at)) }) }],
      archive: [{ what: 'one', input: (at) => ({ thread_id: t.modmail, archived: at % 2 === 0 }) }],
      claim: [{ what: 'one', input: () => ({ thread_id: t.modmail }) }],
      release: [{ what: 'one', input: () => ({ thread_id: t.modmail }) }],
    },
    notifications: {
      count: [{ what: 'all', input: () => ({}) }],
      list: [{ what: 'deep', input: () => ({ limit: 100, offset: OFFSET }) }],
      page: (['all', 'unread', 'mentions', 'moderation'] as const).map((filter) => ({
        what: filter,
        input: () => ({ filter, limit: 100 }),
      })),
      markAllRead: [{ what: 'all', input: () => ({}) }],
      markRead: [{ what: 'one', input: () => ({ notification_id: 1 }) }],
      settings: [{ what: 'own', input: () => ({}) }],
      editSettings: [{ what: 'digest', input: () => ({ digest: 'daily' }) }],
      thread: [{ what: 'one', input: () => ({ post_id: t.post }) }],
      setThread: [{ what: 'one', input: () => ({ post_id: t.post, level: 'all' }) }],
      unsubscribe: [{ what: 'a wrong token', input: () => ({ token: TOKEN.repeat(10) }) }],
      unsubscribable: [{ what: 'a wrong token', input: () => ({ token: TOKEN.repeat(10) }) }],
    },
    hooks: {
      list: [{ what: 'of the site', input: () => ({}), as: 'admin' }],
      create: [
        {
          what: 'a host without an address',
          input: (at) => ({ url: `https://hooks${at}.invalid/`, events: ['post.created'] }),
          as: 'admin',
        },
      ],
      edit: [{ what: 'none', input: () => ({ hook_id: 1, is_enabled: true }), as: 'admin' }],
      remove: [{ what: 'none', input: () => ({ hook_id: 1 }), as: 'admin' }],
      deliveries: [{ what: 'none', input: () => ({ hook_id: 1 }), as: 'admin' }],
      replay: [{ what: 'none', input: () => ({ hook_id: 1, delivery_id: 1 }), as: 'admin' }],
    },
    push: {
      key: [{ what: 'the key', input: () => ({}) }],
      subscribe: [
        {
          what: 'a host without an address',
          input: (at) => ({ endpoint: `https://push${at}.invalid/${'x'.repeat(900)}`, keys: PUSH_KEYS }),
        },
      ],
      list: [{ what: 'own', input: () => ({}) }],
      remove: [{ what: 'none', input: () => ({ subscription_id: 1 }) }],
      test: [{ what: 'none', input: () => ({ subscription_id: 1 }) }],
    },
    points: {
      mine: [{ what: 'own', input: () => ({}) }],
      transactions: [{ what: 'deep', input: () => ({ limit: 100, offset: OFFSET }) }],
      leaderboard: [{ what: 'a hundred', input: () => ({ limit: 100 }) }],
    },
    reports: {
      create: [
        {
          what: 'the longest',
          input: async () => ({ comment_id: await t.fresh('comment'), reason: plain(500) }),
          as: 'partner',
        },
      ],
    },
    notices: {
      create: [
        {
          what: 'the longest',
          input: (at) => ({
            url: `http://localhost/post/${t.post}`,
            category: 'illegal',
            text: plain(LIMITS.noticeText, at),
            name: `Nadawca ${mark}`,
            email: `notice${at}@example.org`,
            good_faith: true,
          }),
          as: 'visitor',
        },
      ],
    },
    announcements: { list: [{ what: 'all', input: () => ({}) }] },
    texts: {
      get: [{ what: 'the terms', input: () => ({ text: 'terms' }), as: 'visitor' }],
      acceptances: [{ what: 'own', input: () => ({}) }],
      accept: [{ what: 'one that is not in force', input: () => ({ text: 'terms', version: LIMITS.textVersion }) }],
    },
    invites: {
      mine: [{ what: 'own', input: () => ({ limit: 100 }) }],
      createOwn: [{ what: 'one', input: () => ({ note: plain(LIMITS.inviteNote) }) }],
    },
    transparency: { get: [{ what: 'this year', input: () => ({}), as: 'visitor' }] },
    streams: {
      create: [
        {
          what: 'the longest',
          input: () => ({
            title: plain(300),
            description: plain(LIMITS.streamDescription),
            url: 'https://a.example',
            category_id: t.community,
          }),
          as: 'fresh',
        },
      ],
      list: [{ what: 'a hundred', input: () => ({ limit: 100 }) }],
      get: [{ what: 'one', input: async () => ({ stream_id: await t.fresh('stream') }) }],
      edit: [
        {
          what: "another's",
          input: async () => ({ stream_id: await t.fresh('stream'), description: plain(LIMITS.streamDescription) }),
        },
      ],
      end: [{ what: "another's", input: async () => ({ stream_id: await t.fresh('stream') }) }],
    },
    bot: { respondPublic: [{ what: 'a deep one', input: () => ({ comment_id: t.deepComment }) }] },
    markdown: { preview: [{ what: 'the longest', input: (at) => ({ content: longPost(String(at)) }) }] },
    appeals: { create: [{ what: 'none', input: () => ({ decision_id: 1, text: plain(LIMITS.appealText) }) }] },
    moderators: {
      list: [{ what: 'all', input: () => ({ category_id: t.community }) }],
      invite: [{ what: 'one too many', input: () => ({ category_id: t.community, username: t.partnerName }) }],
      remove: [{ what: 'none', input: () => ({ category_id: t.community, user_id: 19_000 }) }],
      invites: [{ what: 'none', input: () => ({ limit: 100 }) }],
      accept: [{ what: 'none', input: () => ({ invite_id: 1 }) }],
      decline: [{ what: 'none', input: () => ({ invite_id: 1 }) }],
    },
  }
}

const captions = new File(
  ['WEBVTT\n\n', '00:01.000 --> 00:02.000\n<<\n\n'.repeat(Math.floor((UPLOAD.captions - 8) / 29))],
  'a.vtt',
)

let picture: Blob = new Blob([])

export async function makePicture(): Promise<void> {
  const { default: sharp } = await import('sharp')
  const side = 3_000
  const raw = crypto.getRandomValues(Buffer.alloc(65_536))
  const pixels = Buffer.alloc(side * side * 3, raw)
  picture = new File(
    [
      await sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
        .jpeg()
        .toBuffer(),
    ],
    'a.jpg',
  )
}

/** The texts differ each time, since an unchanged text is not stored. */
const longTexts = () =>
  Object.fromEntries(
    ['terms_pl', 'terms_en', 'privacy_policy_pl', 'privacy_policy_en'].map((key) => [
      key,
      `${crypto.randomUUID()} ${plain(LIMITS.siteText - 50)}`,
    ]),
  )

const endedAd = {
  title: 'Ended',
  url: 'https://example.com/',
  starts_at: '2020-01-01T00:00:00Z',
  ends_at: '2020-01-02T00:00:00Z',
}

type StaffCalls = Pick<
  CostliestCalls,
  | 'admin'
  | 'adminAds'
  | 'adminBackups'
  | 'adminUpdates'
  | 'adminCosts'
  | 'adminSettings'
  | 'adminUploads'
  | 'adminInvites'
  | 'adminMaintenance'
  | 'adminAuth'
  | 'adminBot'
  | 'moderation'
  | 'queue'
  | 'filters'
>

function staffOf(t: LargeThings, mark: string): StaffCalls {
  const list = { skip: OFFSET, limit: 100 }
  const reason = { reason_code: 'spam', text: plain(LIMITS.decisionText) } as const
  const lists = (search: string) =>
    [
      { what: 'deep', input: () => list },
      { what: 'by a common word', input: () => ({ search, limit: 100 }) },
      { what: 'by a letter', input: () => ({ search: 'e', limit: 100 }) },
      { what: 'by the longest words', input: (at: number) => ({ search: longest(String(at)), limit: 100 }) },
      { what: 'export', input: () => ({ export: true }) },
    ] satisfies Costly<object>[]
  return {
    admin: {
      me: [{ what: 'own', input: () => ({}) }],
      dashboard: [{ what: 'all', input: () => ({}) }],
      charts: [{ what: 'all days', input: () => ({ days: LIMITS.chartDays }) }],
      databaseInfo: [{ what: 'all', input: () => ({}) }],
      databaseTable: ['post', 'comment', 'text_version', 'queue_item', 'content_filter', 'message', 'vote'].map(
        (name) => ({ what: name, input: () => ({ name, limit: 100 }) }),
      ),
      users: lists('member'),
      userRecord: [{ what: 'the largest', input: () => ({ user_id: t.member, limit: 100 }) }],
      posts: lists('coffee'),
      categories: lists('długa'),
      streams: [
        { what: 'deep', input: () => ({ skip: 4_000, limit: 100 }) },
        { what: 'export', input: () => ({ export: true }) },
      ],
      reports: [
        { what: 'pending', input: () => ({ status: 'pending', limit: 100 }) },
        { what: 'deep', input: () => list },
        { what: 'export', input: () => ({ export: true }) },
      ],
      removeUser: [{ what: 'a fresh one', input: async () => ({ user_id: await t.fresh('user'), content: 'remove' }) }],
      removePost: [{ what: 'a long one', input: async () => ({ post_id: await t.fresh('post') }) }],
      removeCategory: [{ what: 'a fresh one', input: async () => ({ category_id: await t.fresh('category') }) }],
      removeStream: [{ what: 'a fresh one', input: async () => ({ stream_id: await t.fresh('stream') }) }],
      setAdmin: [{ what: 'a fresh one', input: async () => ({ user_id: await t.fresh('user'), make_admin: true }) }],
      setTrust: [{ what: 'a fresh one', input: async () => ({ user_id: await t.fresh('user'), level: 3 }) }],
      decideReport: [{ what: 'one', input: async () => ({ report_id: await t.fresh('report'), action: 'rejected' }) }],
      staffSessions: [{ what: 'all', input: () => ({}) }],
      endStaffSession: [{ what: 'none', input: () => ({ session_id: 1 }) }],
      endStaffSessions: [{ what: 'all', input: () => ({}) }],
      audit: [
        { what: 'deep', input: () => ({ ...list, by: 'admins' }) },
        { what: 'of moderators', input: () => ({ limit: 100, by: 'moderators' }) },
      ],
    },
    adminAuth: {
      mode: [{ what: 'all', input: () => ({}), as: 'visitor' }],
      verify: [{ what: 'a long password', input: () => ({ password: 'x'.repeat(1_000) }), as: 'visitor' }],
      login: [{ what: 'a long password', input: () => ({ password: 'x'.repeat(1_000) }), as: 'visitor' }],
      logout: [{ what: 'without a session', input: () => ({}), as: 'visitor' }],
    },
    adminUploads: { image: [{ what: 'a large picture', input: () => ({ file: picture }) }] },
    adminAds: {
      list: [{ what: 'all', input: () => ({}) }],
      create: [{ what: 'ended', input: () => ({ ...endedAd, text: plain(LIMITS.adText) }) }],
      edit: [{ what: 'none', input: () => ({ ad_id: 1_000_000, ...endedAd }) }],
      remove: [{ what: 'none', input: () => ({ ad_id: 1_000_000 }) }],
    },
    adminBackups: {
      status: [{ what: 'all', input: () => ({}) }],
      start: [{ what: 'a backup', input: () => ({ kind: 'backup' }) }],
    },
    adminUpdates: { list: [{ what: 'all', input: () => ({}) }] },
    adminCosts: { show: [{ what: 'all', input: () => ({ members: 100_000_000 }) }] },
    adminSettings: {
      get: [{ what: 'all', input: () => ({}) }],
      change: [{ what: 'long texts', input: () => ({ values: longTexts() }) }],
      history: [{ what: 'all', input: () => ({ limit: 100 }) }],
    },
    adminInvites: {
      list: [{ what: 'all', input: () => ({ limit: 100 }) }],
      create: [{ what: 'the most uses', input: () => ({ uses: LIMITS.inviteUses, note: plain(LIMITS.inviteNote) }) }],
      revoke: [{ what: 'none', input: () => ({ invite_id: 1_000_000 }) }],
    },
    adminMaintenance: {
      get: [{ what: 'all', input: () => ({}) }],
      change: [{ what: 'a message', input: (at) => ({ message_pl: `${at} ${plain(LIMITS.announcement - 10)}` }) }],
    },
    adminBot: {
      respond: [{ what: 'a deep one', input: () => ({ comment_id: t.deepComment }) }],
      stats: [{ what: 'all', input: () => ({}) }],
      config: [{ what: 'all', input: () => ({}) }],
      pendingComments: [{ what: 'all', input: () => ({ limit: 100 }) }],
      createPost: [{ what: 'without a model', input: () => ({}) }],
      autoPost: [{ what: 'without a model', input: () => ({ count: 10 }) }],
      autoRespondAll: [{ what: 'without a model', input: () => ({}) }],
      test: [{ what: 'without a model', input: () => ({ topic: 'a' }) }],
    },
    moderation: {
      remove: [
        { what: 'a long post', input: async () => ({ post_id: await t.fresh('post'), ...reason }), as: 'admin' },
      ],
      restore: [{ what: 'one that is there', input: () => ({ post_id: t.filteredPost }), as: 'admin' }],
      approve: [{ what: 'one that is there', input: () => ({ post_id: t.filteredPost }), as: 'admin' }],
      lock: [{ what: 'one', input: async () => ({ post_id: await t.fresh('post'), locked: true }), as: 'admin' }],
      pin: [{ what: 'one', input: () => ({ post_id: t.filteredPost, pinned: true }), as: 'admin' }],
      ban: [
        {
          what: 'a fresh one',
          input: async () => ({ user_id: await t.fresh('user'), days: LIMITS.banDays, ...reason }),
          as: 'admin',
        },
      ],
      unban: [{ what: 'nobody', input: () => ({ user_id: t.partner }), as: 'admin' }],
      warn: [
        {
          what: 'the longest',
          input: async () => ({ user_id: await t.fresh('user'), text: plain(1_000) }),
          as: 'admin',
        },
      ],
      notes: [
        { what: 'the most', input: () => ({ user_id: t.partner, category_id: t.community }) },
        { what: 'of all communities', input: () => ({ user_id: t.partner }), as: 'admin' },
      ],
      addNote: [
        { what: 'the longest', input: () => ({ user_id: t.partner, category_id: t.community, text: plain(1_000) }) },
      ],
    },
    queue: {
      list: (['all', 'reports', 'held', 'appeals', 'notices'] as const).flatMap((kind) => [
        { what: kind, input: () => ({ kind, limit: 100 }) },
        { what: `${kind}, an admin's`, input: () => ({ kind, limit: 100 }), as: 'admin' as const },
      ]),
      claim: [{ what: 'one', input: async () => ({ item_id: await t.item() }) }],
      release: [{ what: 'one', input: async () => ({ item_id: await t.item() }) }],
      decide: [{ what: 'one', input: async () => ({ item_id: await t.item(), decision: 'keep' }), as: 'admin' }],
      undo: [{ what: 'none', input: () => ({ decision_id: 1 }), as: 'admin' }],
    },
    filters: {
      list: [{ what: 'all', input: () => ({ category_id: t.filtered, limit: 100 }) }],
      create: [{ what: 'one too many', input: () => newFilter(t.filtered, `f${mark}`) }],
      test: [
        {
          what: 'twenty conditions on 90 days',
          input: (at) => ({ category_id: t.community, days: 90, match: fullSet()[at % 11]! }),
        },
        { what: 'of the site', input: (at) => ({ days: 90, match: fullSet()[at % 11]! }), as: 'admin' },
      ],
      edit: [
        {
          what: 'twenty conditions',
          input: async (at) => ({ filter_id: await t.fresh('filter'), match: fullSet()[at % 11]! }),
        },
      ],
      remove: [{ what: 'one', input: async () => ({ filter_id: await t.fresh('filter') }) }],
    },
  }
}

const newFilter = (category_id: number, name: string) =>
  ({ category_id, name, action: 'hold', match: fullSet()[0]!, confirm: true }) as const

type AccountCalls = Pick<CostliestCalls, 'account' | 'auth' | 'factors' | 'exports'>

function accountsOf(t: LargeThings, mark: string): AccountCalls {
  const challenge = 'c'.repeat(200)
  const passkey = { id: 'a'.repeat(1_400), rawId: 'a'.repeat(1_400), type: 'public-key' } as const
  return {
    account: {
      get: [{ what: 'own', input: () => ({}) }],
      edit: [{ what: 'policy', input: () => ({ message_policy: 'everyone' }) }],
      changePassword: [{ what: 'a wrong one', input: () => ({ password: 'x'.repeat(1_000), new_password: PASSWORD }) }],
      changeEmail: [
        { what: 'a wrong password', input: () => ({ email: 'a@example.org', password: 'x'.repeat(1_000) }) },
      ],
      confirmEmail: [{ what: 'a wrong token', input: () => ({ token: TOKEN }) }],
      undoEmail: [{ what: 'a wrong token', input: () => ({ token: TOKEN }) }],
      sessions: [{ what: 'a thousand', input: () => ({}) }],
      endSession: [{ what: 'none', input: () => ({ session_id: 2_000_000_000 }) }],
      endOtherSessions: [{ what: 'of a fresh one', input: () => ({}), as: 'fresh' }],
    },
    auth: {
      register: [
        {
          what: 'a new one',
          input: (at) => ({
            username: `r_${mark}_${at}`,
            email: `r_${mark}_${at}@example.org`,
            password: `Aa1${'x'.repeat(LIMITS.passwordMax - 3)}`,
            elapsed_ms: 60_000,
          }),
          as: 'visitor',
        },
      ],
      registration: [{ what: 'all', input: () => ({}), as: 'visitor' }],
      challenge: [{ what: 'one', input: () => ({}), as: 'visitor' }],
      checkUsername: [{ what: 'one', input: () => ({ username: 'member_1' }), as: 'visitor' }],
      login: [
        {
          what: 'a wrong password',
          input: () => ({ username: 'member_1', password: 'x'.repeat(1_000) }),
          as: 'visitor',
        },
      ],
      logout: [{ what: 'a visitor', input: () => ({}), as: 'visitor' }],
      openSession: [{ what: 'own', input: () => ({}) }],
      closeSession: [{ what: 'a visitor', input: () => ({}), as: 'visitor' }],
      resendVerification: [{ what: 'nobody', input: () => ({ email: 'nobody@example.org' }), as: 'visitor' }],
      verifyEmail: [{ what: 'a wrong token', input: () => ({ token: TOKEN }), as: 'visitor' }],
      requestPasswordReset: [{ what: 'a member', input: () => ({ email: 'member_5@example.org' }), as: 'visitor' }],
      confirmPasswordReset: [
        { what: 'a wrong token', input: () => ({ token: TOKEN, new_password: PASSWORD }), as: 'visitor' },
      ],
    },
    factors: {
      startTotp: [{ what: 'a wrong password', input: () => ({ password: PASSWORD }) }],
      confirmTotp: [{ what: 'a wrong code', input: () => ({ code: '123456' }) }],
      removeTotp: [{ what: 'a wrong code', input: () => ({ password: PASSWORD, code: '123456' }) }],
      renewRecoveryCodes: [{ what: 'a wrong code', input: () => ({ password: PASSWORD, code: '123456' }) }],
      passkeyOptions: [{ what: 'a wrong password', input: () => ({ password: PASSWORD }) }],
      addPasskey: [
        {
          what: 'a broken one',
          input: () => ({
            name: 'x',
            response: {
              ...passkey,
              response: { clientDataJSON: 'a'.repeat(4_000), attestationObject: 'a'.repeat(60_000) },
            },
          }),
        },
      ],
      removePasskey: [{ what: 'none', input: () => ({ passkey_id: 1, password: PASSWORD }) }],
      secondFactor: [{ what: 'a wrong code', input: () => ({ challenge, code: '123456' }), as: 'visitor' }],
      passkeyLoginOptions: [{ what: 'one', input: () => ({}), as: 'visitor' }],
      passkeyLogin: [
        {
          what: 'a broken one',
          input: () => ({
            response: {
              ...passkey,
              response: {
                clientDataJSON: 'a'.repeat(4_000),
                authenticatorData: 'a'.repeat(4_000),
                signature: 'a'.repeat(8_000),
              },
            },
          }),
          as: 'visitor',
        },
      ],
    },
    exports: {
      request: [{ what: 'the largest member', input: () => ({}) }],
      get: [{ what: 'the largest member', input: () => ({}) }],
    },
  }
}
