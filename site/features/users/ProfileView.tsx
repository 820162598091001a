import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import FileText from 'lucide/dist/esm/icons/file-text.mjs'
import MessageSquare from 'lucide/dist/esm/icons/message-square.mjs'
import type { Comment, Post, Profile } from '#shared/api/shapes.ts'
import { formatNumber } from '#shared/i18n/plural.ts'
import { useTexts } from '#shared/texts.ts'
import { Icon } from '#shared/ui/Icon.tsx'
import { EmptyState } from '#shared/ui/State.tsx'
import { Tabs } from '#shared/ui/Tabs.tsx'
import { PageError, pageErrorOf } from '#site/core/errors.ts'
import type { LoadArgs } from '#site/core/page.ts'
import { useSite } from '#site/core/site-context.tsx'
import { paths } from '#shared/paths.ts'
import { askedReport } from '#site/features/form-pages/asked-form.ts'
import { askedFormView } from '#site/features/form-pages/parts.ts'
import { PostCard } from '#site/features/posts/PostCard.tsx'
import { FurtherList, useFurther } from './FurtherList.tsx'
import { OwnCommentActions, OwnPostActions } from './OwnActions.tsx'
import { ProfileComment } from './ProfileComment.tsx'
import { ProfileHeader, type Relation } from './ProfileHeader.tsx'

const STRANGER: Relation = { is_following: false, is_blocked: false }

export async function loadProfile(args: LoadArgs, username: string) {
  const { api, viewer, variant } = args
  const nsfw = variant === 'adult'
  const profile = await api.users.get({ username, nsfw }).catch((error: unknown) => {
    const { status } = pageErrorOf(error)
    // A refused request (4xx) has an error page of its own.
    if (error instanceof DOMException || (status >= 400 && status < 500)) throw error
    console.warn('Loading the profile failed', error)
    throw new PageError(status || 503, 'profile_failed')
  })
  const userId = profile.user.id
  const asked = await askedReport(args, { user_id: userId }, paths.user(profile.user.username))
  if (!viewer || viewer.id === userId) return { profile, relation: STRANGER, asked }
  const [{ is_following }, { is_blocked }] = await Promise.all([
    api.follows.isFollowing({ user_id: userId }),
    api.blocks.isBlocked({ user_id: userId }),
  ])
  return { profile, relation: { is_following, is_blocked }, asked }
}

type ProfileData = Awaited<ReturnType<typeof loadProfile>>

export function ProfileView({ data: { profile, relation, asked } }: { data: ProfileData }) {
  const texts = useTexts('users')
  const { lang, viewer } = useSite()
  const [search, setSearch] = useSearchParams()
  const tab = search.get('tab') === 'comments' ? 'comments' : 'posts'
  const [user, setUser] = useState(profile.user)
  const isOwn = viewer?.id === user.id
  const AskedFormView = askedFormView.part
  const tabs = [
    { id: 'posts', label: texts.posts, count: formatNumber(lang, profile.post_count) },
    { id: 'comments', label: texts.comments, count: formatNumber(lang, profile.comment_count) },
  ] as const
  return (
    <>
      <ProfileHeader user={user} relation={relation} onBio={(bio) => setUser({ ...user, bio })} />
      {asked && AskedFormView && <AskedFormView asked={asked} />}
      <nav className="no-js-only" aria-label={texts.tabs}>
        {tabs.map(({ id, label, count }) => (
          <span key={id}>
            <a
              className="action"
              href={id === 'comments' ? `${paths.user(user.username)}?tab=comments` : paths.user(user.username)}
              aria-current={id === tab ? 'true' : undefined}>
              {label}
            </a>{' '}
            <span className="tabs__count">{count}</span>{' '}
          </span>
        ))}
      </nav>
      <Tabs
        label={texts.tabs}
        selected={tab}
        tabs={tabs}
        onSelect={(id) =>
          setSearch(id === 'comments' ? { tab: 'comments' } : {}, { replace: true, preventScrollReset: true })
        }>
        {tab === 'posts' ? (
          <Posts user={user} recent={profile.recent_posts} total={profile.post_count} isOwn={isOwn} />
        ) : (
          <Comments user={user} recent={profile.recent_comments} total={profile.comment_count} isOwn={isOwn} />
        )}
      </Tabs>
    </>
  )
}

function Posts({ user, recent, total, isOwn }: { user: Profile; recent: Post[]; total: number; isOwn: boolean }) {
  const texts = useTexts('users')
  const { api, t, variant } = useSite()
  const { items, ...more } = useFurther(`profile-posts:${user.id}`, recent, total, async (cursor, limit) => {
    const page = await api.posts.list({ author: user.username, sort: 'new', nsfw: variant === 'adult', cursor, limit })
    return { ...page, items: page.posts }
  })
  if (items.length === 0) {
    return (
      <div className="sheet">
        <EmptyState icon={<Icon of={FileText} size={28} />} title={isOwn ? texts.ownNoPosts : texts.noPosts} />
      </div>
    )
  }
  return (
    <FurtherList {...more} label={t.posts.loadMore}>
      {items.map((post) => (
        <PostCard key={post.id} post={post}>
          {isOwn && <OwnPostActions post={post} />}
        </PostCard>
      ))}
    </FurtherList>
  )
}

function Comments({ user, recent, total, isOwn }: { user: Profile; recent: Comment[]; total: number; isOwn: boolean }) {
  const texts = useTexts('users')
  const { api, variant } = useSite()
  const { items, ...more } = useFurther(`profile-comments:${user.id}`, recent, total, async (cursor, limit) => {
    const page = await api.users.comments({ username: user.username, nsfw: variant === 'adult', cursor, limit })
    return { ...page, items: page.comments }
  })
  const [changed, setChanged] = useState<Record<number, Comment | null>>({})
  const shown = items.flatMap((comment) => (changed[comment.id] === null ? [] : [changed[comment.id] ?? comment]))
  if (shown.length === 0) {
    return (
      <div className="sheet">
        <EmptyState
          icon={<Icon of={MessageSquare} size={28} />}
          title={isOwn ? texts.ownNoComments : texts.noComments}
        />
      </div>
    )
  }
  return (
    <FurtherList {...more} label={texts.moreComments}>
      {shown.map((comment) => (
        <ProfileComment key={comment.id} comment={comment}>
          {isOwn && (
            <OwnCommentActions comment={comment} onChange={(next) => setChanged({ ...changed, [comment.id]: next })} />
          )}
        </ProfileComment>
      ))}
    </FurtherList>
  )
}
