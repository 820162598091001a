import { editPost } from '#shared/api/posts.ts'
import type { Flair, Post } from '#shared/api/shapes.ts'
import { LIMITS } from '#shared/limits.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Checkbox } from '#shared/ui/Checkbox.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { FormFailure } from '#shared/ui/FormFailure.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { nearLimit } from '#site/core/text-input.ts'
import { DefaultButton, FormFields } from '#site/core/CallForm.tsx'
import { useSite, useText } from '#site/core/site-context.tsx'
import { useEarlyForm } from '#site/core/useEarlyForm.ts'
import { useForm } from '#site/core/useForm.ts'
import { Composer } from '#site/features/composer/Composer.tsx'
import { AltFields } from '../uploads/ImagesField.tsx'
import { VideoTextFields } from '../uploads/VideoTextFields.tsx'
import { FlairSelect } from './FlairSelect.tsx'

const imagesOf = ({ images }: Post) => images.map(({ url, alt }) => ({ url, alt }))

type PostEditProps = {
  post: Post
  flairs?: Flair[]
  /** Path to open after saving without JavaScript. */
  next?: string
  onEdited: (post: Post) => void
  onCancel?: () => void
}

function usePostEdit({ post, onEdited, onCancel }: Pick<PostEditProps, 'post' | 'onEdited' | 'onCancel'>) {
  const { api, t } = useSite()
  const initial = {
    post_id: post.id,
    title: post.title,
    content: post.content,
    is_spoiler: post.is_spoiler,
    images: imagesOf(post),
    captions_url: post.captions_url,
    captions_lang: post.captions_lang,
    video_alt: post.video_alt,
    flair_id: post.flair?.id ?? null,
  }
  const form = useForm({
    draft: `edit-post:${post.id}`,
    call: 'posts.edit',
    ids: ['post_id'],
    initial,
    schema: editPost,
    fallback: t.postPage.editFailed,
    send: async (edited) => onEdited(await api.posts.edit(edited, { base: post.content })),
    onQueued: onCancel,
  })
  return { ...form, early: useEarlyForm(form.change, 'posts.edit', initial) }
}

export function PostEdit({ post, flairs, next, onEdited, onCancel }: PostEditProps) {
  const submitTexts = useTexts('submit')
  const texts = useText().postPage
  const more = useTexts('writing')
  const { values, change, issues, failure, isBusy, submit, reset, early } = usePostEdit({ post, onEdited, onCancel })
  return (
    <form
      className="form post__edit"
      noValidate
      encType="multipart/form-data"
      onSubmit={(event) => void submit(event)}
      aria-label={texts.editing}
      {...early}>
      <FormFields fields={{ post_id: post.id, is_spoiler: false }} next={next} />
      <DefaultButton>{texts.save}</DefaultButton>
      <FormFailure text={failure} />
      <Field label={submitTexts.postTitle} error={issues.title} counter={nearLimit(values.title, LIMITS.titleMax)}>
        <TextInput
          name="title"
          value={values.title}
          required
          autoFocus
          onChange={(event) => change({ title: event.target.value })}
        />
      </Field>
      <Field
        label={submitTexts.text}
        optional={submitTexts.optional}
        hint={submitTexts.markdown}
        error={issues.content}
        counter={nearLimit(values.content, LIMITS.postText)}>
        <Composer name="content" value={values.content} onValue={(content) => change({ content })} grow rows={8} />
      </Field>
      <FlairSelect
        categoryId={post.category.id}
        known={flairs}
        value={values.flair_id}
        onValue={(flair_id) => change({ flair_id })}
        error={issues.flair_id}
      />
      {post.video_url !== null && <VideoTextFields texts={values} onTexts={change} issues={issues} />}
      <AltFields images={values.images} onImages={(images) => change({ images })} error={issues.images} />
      <Checkbox
        name="is_spoiler"
        label={more.spoiler}
        hint={more.spoilerHint}
        checked={values.is_spoiler}
        onChange={(event) => change({ is_spoiler: event.target.checked })}
      />
      <div className="form__actions">
        {onCancel && (
          <Button
            variant="quiet"
            onClick={() => {
              reset()
              onCancel()
            }}>
            {texts.cancel}
          </Button>
        )}
        <Button type="submit" variant="primary" busy={isBusy} busyLabel={texts.working}>
          {texts.save}
        </Button>
      </div>
    </form>
  )
}
