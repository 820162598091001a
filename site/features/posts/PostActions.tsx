import { useNavigate } from 'react-router-dom'
import Flag from 'lucide-react/icons/flag'
import MessageSquare from 'lucide-react/icons/message-square'
import Pencil from 'lucide-react/icons/pencil'
import Share2 from 'lucide-react/icons/share-2'
import Trash2 from 'lucide-react/icons/trash-2'
import type { Post } from '#shared/api/shapes.ts'
import { formatNumber } from '#shared/i18n/plural.ts'
import { paths } from '#shared/paths.ts'
import { showToast } from '#shared/ui/toast-store.ts'
import { showFailure } from '#site/app/call-failed.ts'
import { changePost } from '#site/app/posts-store.ts'
import { useSite } from '#site/app/site-context.tsx'
import { useConfirmDeletion } from '#site/features/deletion/useConfirmDeletion.ts'
import { useReport } from '#site/features/reports/useReport.tsx'
import { SaveButton } from '#site/features/saves/SaveButton.tsx'
import { shareLink } from './share-link.ts'

/** What can be done with a post on its page, by whom it may be done. */
export function PostActions({ post, isModerator, onEdit }: { post: Post, isModerator: boolean, onEdit: () => void }) {
  const { api, t, lang, viewer } = useSite()
  const texts = t.postPage
  const navigate = useNavigate()
  const confirmDeletion = useConfirmDeletion()
  const { report, dialog } = useReport()
  const isOwn = viewer !== null && post.author?.id === viewer.id
  const mayRemove = isOwn || viewer?.is_admin === true || isModerator

  async function share(): Promise<void> {
    const outcome = await shareLink({ title: post.title, url: location.origin + paths.post(post.id) })
    if (outcome === 'copied') showToast({ kind: 'success', text: texts.shared })
    if (outcome === 'failed') showToast({ kind: 'error', text: texts.shareFailed })
  }

  async function remove(): Promise<void> {
    if (!await confirmDeletion('post')) return
    try {
      await api.posts.remove({ post_id: post.id })
      changePost(post.id, { is_removed: true })
      showToast({ kind: 'success', text: texts.removed })
      await navigate(paths.community(post.category.name), { replace: true })
    } catch (error) {
      showFailure(error, texts.removeFailed)
    }
  }

  return (
    <footer className="post__foot">
      <a className="action" href="#comments">
        <MessageSquare size={18} aria-hidden />
        <span className="num">{formatNumber(lang, post.comment_count)} {t.posts.commentsWord(post.comment_count)}</span>
      </a>
      <SaveButton post={post} />
      <button type="button" className="action needs-js" onClick={() => void share()}><Share2 size={18} aria-hidden />{texts.share}</button>
      <button type="button" className="action needs-js" onClick={() => report({ post_id: post.id })}><Flag size={18} aria-hidden />{texts.report}</button>
      {isOwn && (
        <button type="button" className="action needs-js" id="edit-post" onClick={onEdit}><Pencil size={18} aria-hidden />{texts.edit}</button>
      )}
      {mayRemove && (
        <button type="button" className="action needs-js action--danger" onClick={() => void remove()}><Trash2 size={18} aria-hidden />{texts.remove}</button>
      )}
      {dialog}
    </footer>
  )
}
