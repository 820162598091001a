import { Fragment, useState } from 'react'
import Bot from 'lucide/dist/esm/icons/bot.mjs'
import Flag from 'lucide/dist/esm/icons/flag.mjs'
import Pencil from 'lucide/dist/esm/icons/pencil.mjs'
import Trash2 from 'lucide/dist/esm/icons/trash.mjs'
import type { Comment } from '#shared/api/shapes.ts'
import { paths } from '#shared/paths.ts'
import { useTexts } from '#shared/texts.ts'
import { Dropdown } from '#shared/ui/Dropdown.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { useSite } from '#site/core/site-context.tsx'
import { CommentTools } from '#site/features/moderation/CommentTools.tsx'
import { focusComment } from './focus-comment.ts'
import { useThreadContext } from './thread-context.ts'
import { WAYS } from './ways.ts'

/** Items are rendered only while the menu is open, because a page has hundreds of comments. */
export function CommentMenu({ comment }: { comment: Comment }) {
  const t = useTexts('comments')
  const [isOpen, setOpen] = useState(false)
  return (
    <Dropdown
      label={t.more}
      align="end"
      triggerClass="action comment__dots"
      trigger="⋯"
      onToggle={setOpen}
      withoutScripts={<Links comment={comment} />}>
      {isOpen && <Items comment={comment} />}
    </Dropdown>
  )
}

function useChoices(comment: Comment) {
  const { viewer, site } = useSite()
  const { isModerator, isClosed } = useThreadContext()
  const isOwn = viewer !== null && comment.author_id === viewer.id
  return {
    isOwn,
    mayAsk: site.features.bot && !isClosed && !comment.removal,
    mayEdit: comment.removal === null && (isOwn || viewer?.is_admin === true),
    // A reader who may moderate the comment removes it with the moderation tools instead.
    mayRemove: isOwn || ((viewer?.is_admin === true || isModerator) && !comment.can.moderate),
  }
}

/** Returns what the menu's markup depends on besides the comment and its post, as part of the `state` of `Kept`. */
export function useMenuState(): (comment: Comment) => unknown {
  const { viewer } = useSite()
  const { isModerator } = useThreadContext()
  return (comment) => [viewer !== null && comment.author_id === viewer.id, viewer?.is_admin === true, isModerator]
}

/** For use without JavaScript, the items link to pages with forms. */
function Links({ comment }: { comment: Comment }) {
  const { t } = useSite()
  const texts = useTexts('comments')
  const { post } = useThreadContext()
  const { isOwn, mayAsk, mayEdit, mayRemove } = useChoices(comment)
  const link = (href: string, text: string) => (
    <>
      <a className="menu__item" href={href} rel="nofollow">
        {text}
      </a>{' '}
    </>
  )
  return (
    <>
      {mayAsk && link(paths.formOf.askBot(post.id, comment.id), texts.askBot)}
      {mayEdit && link(paths.formOf.edit(post.id, comment.id), texts.edit)}
      {!isOwn && link(paths.formOf.report(post.id, comment.id), texts.report)}
      {mayRemove && link(paths.formOf.remove(post.id, comment.id), isOwn ? texts.remove : t.deletion.byStaff)}
      {comment.can.moderate && link(paths.formOf.moderate(post.id, comment.id), t.postPage.moderate)}
      <WayLinks comment={comment} />
    </>
  )
}

/** Links to the comments that the keyboard shortcuts lead to from this comment. */
function WayLinks({ comment }: { comment: Comment }) {
  const { ways: texts } = useTexts('comments')
  const ways = useThreadContext().waysFrom(comment.id)
  return (
    <div role="group" aria-label={texts.group}>
      {WAYS.map((way) => {
        const id = ways[way]
        return (
          id !== undefined && (
            <Fragment key={way}>
              <a
                className="menu__item"
                href={`#comment-${id}`}
                onClick={(event) => {
                  event.preventDefault()
                  focusComment(id)
                }}>
                {texts[way]}
              </a>{' '}
            </Fragment>
          )
        )
      })}
    </div>
  )
}

function Items({ comment }: { comment: Comment }) {
  const { t } = useSite()
  const texts = useTexts('comments')
  const { setActive, askBot, report, remove } = useThreadContext()
  const { isOwn, mayAsk, mayEdit, mayRemove } = useChoices(comment)
  return (
    <>
      {mayAsk && (
        <button type="button" className="menu__item" onClick={() => askBot(comment.id)}>
          <Icon of={Bot} size={18} />
          {texts.askBot}
        </button>
      )}
      {mayEdit && (
        <button type="button" className="menu__item" onClick={() => setActive({ id: comment.id, mode: 'edit' })}>
          <Icon of={Pencil} size={18} />
          {texts.edit}
        </button>
      )}
      {!isOwn && (
        <button type="button" className="menu__item" onClick={() => report({ comment_id: comment.id })}>
          <Icon of={Flag} size={18} />
          {texts.report}
        </button>
      )}
      {mayRemove && (
        <button type="button" className="menu__item menu__item--danger" onClick={() => remove(comment)}>
          <Icon of={Trash2} size={18} />
          {isOwn ? texts.remove : t.deletion.byStaff}
        </button>
      )}
      {comment.can.moderate && <CommentTools comment={comment} />}
      <WayLinks comment={comment} />
    </>
  )
}
