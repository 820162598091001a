import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { Comment, Post } from '#shared/api/shapes.ts'
import { paths } from '#shared/paths.ts'
import { formPath } from '#shared/rules/forms.ts'
import { THREAD_LEVELS, type ThreadLevel } from '#shared/rules/notification-kinds.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Choices } from '#shared/ui/Choices.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { CallForm, FormFields } from '#site/core/CallForm.tsx'
import type { FormCall } from '#site/core/form-call.ts'
import { useSite } from '#site/core/site-context.tsx'
import { CommentEdit } from '#site/features/comments/CommentEdit.tsx'
import { CommentForm } from '#site/features/comments/CommentForm.tsx'
import { FormerTexts } from '#site/features/history/FormerTexts.tsx'
import { PostEdit } from '#site/features/posts/PostEdit.tsx'
import { kindOfTarget, ReportForm } from '#site/features/reports/ReportForm.tsx'
import { PLACES, type AskedForm } from './asked-form.ts'
import { moderateForm } from './parts.ts'

type AskedFormProps = { asked: AskedForm; post?: Post }

export function AskedFormView({ asked, post }: AskedFormProps) {
  const texts = useTexts('formPages')
  // Editing replaces the post's heading by a field, so this heading becomes the first level.
  const Heading = asked.kind === 'edit_post' ? 'h1' : 'h2'
  return (
    <section
      id={PLACES[asked.kind]}
      className="sheet sheet__pad asked-form"
      data-asked-form={asked.kind}
      aria-labelledby="asked-form-title">
      <Heading id="asked-form-title" className="asked-form__title">
        <Title asked={asked} />
      </Heading>
      <Body asked={asked} post={post} />
      <p>
        <Link to={asked.back}>{texts.back}</Link>
      </p>
    </section>
  )
}

function Title({ asked }: { asked: AskedForm }) {
  const texts = useTexts('formPages')
  const reports = useTexts('reportsForm')
  const { t } = useSite()
  switch (asked.kind) {
    case 'reply':
      return texts.replyTo(asked.comment.author ?? t.posts.deletedAuthor)
    case 'edit_comment':
      return texts.editComment
    case 'edit_post':
      return t.postPage.editing
    case 'report':
      return reports.title[kindOfTarget(asked.target)]
    case 'history':
      return t.posts.history
    case 'moderate':
      return t.postPage.moderate
    case 'delete_post':
      return t.deletion.question(t.deletion.types.post)
    case 'delete_comment':
      return t.deletion.question(t.deletion.types.comment)
    case 'ask_bot':
      return texts.askBot
    case 'share':
      return texts.share
    case 'follow':
      return t.postPage.thread.label
  }
}

function Body({ asked, post }: AskedFormProps) {
  const navigate = useNavigate()
  const { t } = useSite()
  const comments = useTexts('comments')
  const ModerateForm = moderateForm.part
  const leave = (path = asked.back) => void navigate(path)
  switch (asked.kind) {
    case 'reply':
      return (
        <>
          <Quoted comment={asked.comment} />
          <CommentForm
            post={post!}
            parent={asked.comment}
            onPosted={async ({ id, post_id }) => leave(paths.post(post_id, id))}
          />
        </>
      )
    case 'edit_comment':
      return <CommentEdit comment={asked.comment} next={asked.back} onEdited={() => leave()} />
    case 'edit_post':
      return <PostEdit post={post!} flairs={asked.flairs} next={asked.back} onEdited={() => leave()} />
    case 'report':
      return <ReportForm target={asked.target} next={asked.back} onClose={() => leave()} />
    case 'delete_post':
      return (
        <Deletion
          call="posts.remove"
          of={{ post_id: post!.id }}
          authorId={post!.author?.id}
          next={paths.category(post!.category.name)}
        />
      )
    case 'delete_comment':
      return (
        <>
          <Quoted comment={asked.comment} />
          <Deletion
            call="comments.remove"
            of={{ comment_id: asked.comment.id }}
            authorId={asked.comment.author_id}
            next={paths.post(asked.comment.post_id)}
          />
        </>
      )
    case 'ask_bot':
      return (
        <>
          <Quoted comment={asked.comment} />
          <CallForm call="bot.respondPublic" fields={{ comment_id: asked.comment.id }} next={asked.back}>
            <Button type="submit" variant="primary">
              {comments.askBot}
            </Button>
          </CallForm>
        </>
      )
    case 'history':
      return (
        <FormerTexts
          of={asked.of}
          versions={asked.versions}
          next_cursor={asked.next_cursor}
          present={asked.present}
          here={`/post/${post!.id}?history=${asked.of.comment_id ?? 'post'}`}
        />
      )
    case 'moderate':
      return ModerateForm && <ModerateForm post={post!} comment={asked.comment} rules={asked.rules} next={asked.back} />
    case 'share':
      return <Share path={asked.back} title={post!.title} />
    case 'follow':
      return <ThreadLevelForm postId={post!.id} level={asked.level} label={t.postPage.thread.label} next={asked.back} />
  }
}

const Quoted = ({ comment }: { comment: Comment }) => (
  <blockquote className="prose asked-form__quote" dangerouslySetInnerHTML={{ __html: comment.content_html }} />
)

type DeletionProps = { call: FormCall; of: Record<string, number>; authorId: number | null | undefined; next: string }

function Deletion({ call, of, authorId, next }: DeletionProps) {
  const { t, viewer } = useSite()
  const isOwn = authorId === viewer?.id
  return (
    <>
      {!isOwn && <p>{t.deletion.byStaffText}</p>}
      <CallForm call={call} fields={of} next={next}>
        <Button type="submit" variant="danger">
          {isOwn ? t.deletion.yes : t.deletion.byStaff}
        </Button>
      </CallForm>
    </>
  )
}

function Share({ path, title }: { path: string; title: string }) {
  const { site, variant } = useSite()
  const texts = useTexts('formPages')
  const address = (variant === 'adult' ? site.adult_origin : site.normal_origin) + path
  return (
    <>
      <Field label={texts.address}>
        <TextInput value={address} readOnly autoFocus />
      </Field>
      <p>
        <a href={`mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(address)}`}>{texts.mail}</a>
      </p>
    </>
  )
}

type ThreadLevelFormProps = { postId: number; level: ThreadLevel; label: string; next: string }

function ThreadLevelForm({ postId, level, label, next }: ThreadLevelFormProps) {
  const { thread } = useTexts('notificationCentre')
  const { t } = useSite()
  const [value, setValue] = useState(level)
  const options = THREAD_LEVELS.map((one) => ({ value: one, ...thread.levels[one] }))
  return (
    <form className="form" method="post" action={formPath('notifications.setThread')} aria-label={label}>
      <FormFields fields={{ post_id: postId }} next={next} />
      <Choices label={thread.question} name="level" options={options} value={value} onChange={setValue} />
      <div className="form__actions">
        <Button type="submit" variant="primary">
          {t.postPage.save}
        </Button>
      </div>
    </form>
  )
}
