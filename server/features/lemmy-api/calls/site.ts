import type { GetSiteResponse, Language, LocalSite, MyUserInfo, Site } from 'lemmy-js-client'
import { createLocalApi } from '#server/http/api.ts'
import { isAdultHost, requireViewer, readPages, type Lemmy, type LemmyCall } from '../lemmy.ts'
import { absolute } from '../media.ts'
import { requireMe } from '../views/people.ts'
import { findCategories, findUsers, INSTANCE_ID, toCommunity, toPerson } from '../views/shared.ts'

/** The version of Lemmy that this API is compatible with. */
export const LEMMY_VERSION = '0.19.9'

/** The date of this program's first release, because a forum does not store when it was created. */
const PUBLISHED = '2026-01-01T00:00:00Z'

const MAX_FOLLOWED = 1_000
const SITE_ID = 1

const LANGUAGES: Language[] = [
  { id: 0, code: 'und', name: 'Undetermined' },
  { id: 1, code: 'pl', name: 'Polski' },
  { id: 2, code: 'en', name: 'English' },
]

function siteOf(lemmy: Lemmy): Site {
  const { settings, lang } = lemmy.ctx
  const about = settings.value(`about_${lang}`)
  const tagline = settings.value(`tagline_${lang}`)
  return {
    id: SITE_ID,
    name: settings.value('site_name'),
    sidebar: about || undefined,
    description: tagline || undefined,
    published: PUBLISHED,
    icon: absolute(lemmy, '/icons/icon-192.png'),
    actor_id: `${lemmy.origin}/`,
    last_refreshed_at: PUBLISHED,
    inbox_url: `${lemmy.origin}/inbox`,
    public_key: '',
    instance_id: INSTANCE_ID,
  }
}

function localSiteOf(lemmy: Lemmy): LocalSite {
  const { settings } = lemmy.ctx
  return {
    id: SITE_ID,
    site_id: SITE_ID,
    site_setup: true,
    enable_downvotes: true,
    enable_nsfw: isAdultHost(lemmy),
    community_creation_admin_only: settings.value('communities_by') === 'admins',
    require_email_verification: true,
    private_instance: false,
    default_theme: 'browser',
    default_post_listing_type: 'Local',
    hide_modlog_mod_names: true,
    application_email_admins: false,
    actor_name_max_length: 30,
    federation_enabled: false,
    captcha_enabled: false,
    captcha_difficulty: 'medium',
    published: PUBLISHED,
    // Lemmy's registration form has no fields for the age and the terms.
    registration_mode: 'Closed',
    reports_email_admins: false,
    federation_signed_fetch: false,
    default_post_listing_mode: 'List',
    default_sort_type: 'Active',
  }
}

const RATE_LIMIT = {
  local_site_id: SITE_ID,
  message: 180,
  message_per_second: 60,
  post: 6,
  post_per_second: 600,
  register: 3,
  register_per_second: 3600,
  image: 6,
  image_per_second: 3600,
  comment: 6,
  comment_per_second: 600,
  search: 60,
  search_per_second: 60,
  import_user_settings: 1,
  import_user_settings_per_second: 86_400,
  published: PUBLISHED,
}

/** Members and comments are 0, as only staff may see those counts. */
async function countsOf({ lookups, ctx }: Lemmy) {
  const nsfw = ctx.variant === 'adult'
  let communities = 0
  const counting = createLocalApi({ ...ctx, setHeader: (_, value) => (communities = Number(value)) })
  const [{ total }] = await Promise.all([
    lookups.posts.list({ nsfw, limit: 1 }),
    counting.categories.list({ nsfw, limit: 1 }),
  ])
  return {
    site_id: SITE_ID,
    users: 0,
    posts: total,
    comments: 0,
    communities,
    users_active_day: 0,
    users_active_week: 0,
    users_active_month: 0,
    users_active_half_year: 0,
  }
}

async function followedBy(lemmy: Lemmy) {
  const joined = await readPages({ offset: 0, limit: MAX_FOLLOWED }, async (part) => {
    const { categories, next_cursor } = await lemmy.calls.categories.joined({ nsfw: isAdultHost(lemmy), ...part })
    return { items: categories, next_cursor }
  })
  const found = await findCategories(
    lemmy,
    joined.map(({ id }) => id),
  )
  return found.map((category) => ({ category, community: toCommunity(lemmy, category) }))
}

async function myUser(lemmy: Lemmy): Promise<MyUserInfo> {
  const viewer = requireViewer(lemmy)
  const [profile, me, followed, { blocked_users }] = await Promise.all([
    lemmy.lookups.users.get({ username: viewer.username, nsfw: isAdultHost(lemmy) }),
    requireMe(lemmy),
    followedBy(lemmy),
    lemmy.calls.blocks.list({ limit: 100 }),
  ])
  const blocked = await findUsers(
    lemmy,
    blocked_users.map(({ id }) => id),
  )
  const counts = { person_id: viewer.id, post_count: profile.post_count, comment_count: profile.comment_count }
  return {
    local_user_view: {
      local_user: {
        id: viewer.id,
        person_id: viewer.id,
        email: viewer.email,
        show_nsfw: isAdultHost(lemmy),
        theme: 'browser',
        default_sort_type: 'Active',
        default_listing_type: viewer.home_feed === 'joined' ? 'Subscribed' : 'Local',
        interface_language: lemmy.ctx.lang,
        show_avatars: true,
        send_notifications_to_email: false,
        show_scores: true,
        show_bot_accounts: true,
        show_read_posts: true,
        email_verified: viewer.email_verified,
        accepted_application: true,
        open_links_in_new_tab: false,
        blur_nsfw: false,
        auto_expand: false,
        infinite_scroll_enabled: false,
        admin: viewer.is_admin,
        post_listing_mode: 'List',
        totp_2fa_enabled: false,
        enable_keyboard_navigation: false,
        enable_animated_images: true,
        collapse_bot_comments: false,
      },
      local_user_vote_display_mode: {
        local_user_id: viewer.id,
        score: true,
        upvotes: true,
        downvotes: true,
        upvote_percentage: false,
      },
      person: me,
      counts,
    },
    follows: followed.map(({ community }) => ({ community, follower: me })),
    moderates: followed
      .filter(({ category }) => category.moderator_ids.includes(viewer.id))
      .map(({ community }) => ({ community, moderator: me })),
    community_blocks: [],
    instance_blocks: [],
    person_blocks: blocked.map((target) => ({ person: me, target: toPerson(lemmy, target) })),
    discussion_languages: LANGUAGES.map(({ id }) => id),
  }
}

async function getSite(lemmy: Lemmy): Promise<GetSiteResponse> {
  await lemmy.ctx.limiter.take('read', { address: lemmy.ctx.address })
  return {
    site_view: {
      site: siteOf(lemmy),
      local_site: localSiteOf(lemmy),
      local_site_rate_limit: RATE_LIMIT,
      counts: await countsOf(lemmy),
    },
    admins: [],
    version: LEMMY_VERSION,
    my_user: lemmy.ctx.viewer ? await myUser(lemmy) : undefined,
    all_languages: LANGUAGES,
    discussion_languages: LANGUAGES.map(({ id }) => id),
    taglines: [],
    custom_emojis: [],
    blocked_urls: [],
  }
}

export const siteCalls: Record<string, LemmyCall> = { 'GET /site': getSite }
