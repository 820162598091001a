import Flag from 'lucide/dist/esm/icons/flag.mjs'
import MessageSquare from 'lucide/dist/esm/icons/message-square.mjs'
import Pencil from 'lucide/dist/esm/icons/pencil.mjs'
import Share2 from 'lucide/dist/esm/icons/share-2.mjs'
import Trash2 from 'lucide/dist/esm/icons/trash.mjs'
import type { Post } from '#shared/api/shapes.ts'
import { formatNumber } from '#shared/i18n/plural.ts'
import { paths } from '#shared/paths.ts'
import { Icon } from '#shared/ui/Icon.tsx'
import { showToast } from '#shared/ui/toast-store.ts'
import { ActionLink } from '#site/core/ActionLink.tsx'
import { useSite } from '#site/core/site-context.tsx'
import { ThreadLevelMenu } from '#site/features/notifications/ThreadLevelMenu.tsx'
import { useReport } from '#site/features/reports/useReport.tsx'
import { SaveButton } from '#site/features/saves/SaveButton.tsx'
import { shareLink } from './share-link.ts'
import { usePostRemoval } from './usePostRemoval.ts'

export function PostActions({ post, isModerator, onEdit }: { post: Post; isModerator: boolean; onEdit: () => void }) {
  const { t, lang, viewer } = useSite()
  const texts = t.postPage
  const remove = usePostRemoval(post)
  const { report, dialog } = useReport()
  const isOwn = viewer !== null && post.author?.id === viewer.id
  // A reader who may moderate the post removes it with the moderation tools instead.
  const mayRemove = isOwn || ((viewer?.is_admin === true || isModerator) && !post.can.moderate)

  async function share(): Promise<void> {
    const outcome = await shareLink({ title: post.title, url: location.origin + paths.post(post.id) })
    if (outcome === 'copied') showToast({ kind: 'success', text: texts.shared })
    if (outcome === 'failed') showToast({ kind: 'error', text: texts.shareFailed })
  }

  return (
    <footer className="post__foot">
      <a className="action" href="#comments">
        <Icon of={MessageSquare} size={18} />
        <span className="num">
          {formatNumber(lang, post.comment_count)} {t.posts.commentsWord(post.comment_count)}
        </span>
      </a>
      {(!post.removal || post.is_saved) && <SaveButton post={post} />}
      {!post.removal && (
        <>
          <ActionLink className="action" href={paths.formOf.share(post.id)} onPress={share}>
            <Icon of={Share2} size={18} />
            {texts.share}
          </ActionLink>{' '}
          <ActionLink
            className="action"
            href={paths.formOf.report(post.id, 'post')}
            onPress={() => report({ post_id: post.id })}>
            <Icon of={Flag} size={18} />
            {texts.report}
          </ActionLink>{' '}
          {viewer && <ThreadLevelMenu postId={post.id} />}
        </>
      )}
      {isOwn && !post.removal && (
        <>
          {' '}
          <ActionLink className="action" href={paths.formOf.edit(post.id, 'post')} id="edit-post" onPress={onEdit}>
            <Icon of={Pencil} size={18} />
            {texts.edit}
          </ActionLink>{' '}
        </>
      )}
      {mayRemove && (
        <ActionLink className="action action--danger" href={paths.formOf.remove(post.id, 'post')} onPress={remove}>
          <Icon of={Trash2} size={18} />
          {isOwn ? texts.remove : t.deletion.byStaff}
        </ActionLink>
      )}
      {dialog}
    </footer>
  )
}
