import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { CallError } from '#shared/api/errors.ts'
import { createPost } from '#shared/api/posts.ts'
import type { Standing } from '#shared/api/categories.ts'
import type { Category } from '#shared/api/shapes.ts'
import { DELAY, LIMITS } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Checkbox } from '#shared/ui/Checkbox.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { FormFailure } from '#shared/ui/FormFailure.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { useEarlyForm } from '#site/core/useEarlyForm.ts'
import { nearLimit } from '#site/core/text-input.ts'
import { useSite } from '#site/core/site-context.tsx'
import { useForm } from '#site/core/useForm.ts'
import { Composer } from '#site/features/composer/Composer.tsx'
import { Honeypot } from '#site/features/robots/Honeypot.tsx'
import { useFillTime } from '#site/features/robots/useFillTime.ts'
import { CategoryPicker } from '../categories/CategoryPicker.tsx'
import { JoinFirst } from '../categories/JoinFirst.tsx'
import { FlairSelect } from './FlairSelect.tsx'
import { NO_PARTS, PostModeSwitch, PostPart, usePostMode, type PostParts } from './post-modes.tsx'

type PostDraft = PostParts & {
  title: string
  content: string
  category_id: number | null
  is_spoiler: boolean
  flair_id: number | null
  category: Category | null
  website: string
}

export function PostForm({ preselected, standing }: { preselected: Category | null; standing: Standing | null }) {
  const issuesTexts = useTexts('issues')
  const { api, t } = useSite()
  const texts = useTexts('submit')
  const more = useTexts('writing')
  const navigate = useNavigate()
  const fillTime = useFillTime(DELAY.postForm)
  const [refusedBy, setRefusedBy] = useState<number | null>(null)
  const initial: PostDraft = {
    title: '',
    content: '',
    category_id: preselected?.id ?? null,
    ...NO_PARTS,
    is_spoiler: false,
    flair_id: null,
    category: preselected,
    website: '',
  }
  const { values, change, issues, failure, setFailure, isBusy, submit } = useForm<PostDraft>({
    draft: 'post',
    exclude: ['website'],
    initial,
    schema: createPost,
    rules: ({ link_url }) =>
      ({
        ...(writing.isUploading && { images: t.uploads.wait }),
        ...(link_url?.trim() === '' && { link_url: issuesTexts.link }),
      }) as Record<string, string>,
    confirm: () => writing.confirmWithoutMedium(),
    fallback: texts.failed,
    send: async (
      { title, content, category_id, images, video_url, link_url, poll, is_spoiler, flair_id, website },
      idempotencyKey,
    ) => {
      const elapsed_ms = await fillTime()
      try {
        const made = await api.posts.create(
          { title, content, category_id, images, video_url, link_url, poll, is_spoiler, flair_id, website, elapsed_ms },
          { idempotencyKey },
        )
        await navigate(paths.post(made.id))
      } catch (error) {
        if (error instanceof CallError && error.code === 'not_a_member') setRefusedBy(category_id)
        throw error
      }
    },
  })
  const writing = usePostMode(values, change)
  const early = useEarlyForm<PostDraft>(({ title, content }) =>
    change({ ...(title && { title }), ...(content && { content }) }),
  )

  useEffect(() => {
    // The category of the address wins over that of a draft.
    if (preselected) change({ category: preselected, category_id: preselected.id })
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [preselected])

  function choose(category: Category | null): void {
    setRefusedBy(null)
    setFailure(null)
    change({ category, category_id: category?.id ?? null, flair_id: null })
  }

  const { category } = values
  const isRefused = category !== null && refusedBy === category.id
  const problem =
    (isRefused ? null : failure) ?? issues.images ?? issues.video_url ?? issues.website ?? issues.elapsed_ms ?? null
  return (
    <form className="form" noValidate onSubmit={(event) => void submit(event)} {...early}>
      <FormFailure text={problem} />
      <Honeypot value={values.website} onValue={(website) => change({ website })} />
      <CategoryPicker category={category} onCategory={choose} error={issues.category_id} />
      {category && (
        <FlairSelect
          key={`flair ${category.id}`}
          categoryId={category.id}
          value={values.flair_id}
          onValue={(flair_id) => change({ flair_id })}
          error={issues.flair_id}
        />
      )}
      {category && (
        <JoinFirst
          key={category.id}
          category={category}
          known={category.id === preselected?.id ? standing : null}
          refused={isRefused}
        />
      )}
      <PostModeSwitch mode={writing.mode} onMode={writing.choose} />
      <Field label={texts.postTitle} error={issues.title} counter={nearLimit(values.title, LIMITS.titleMax)}>
        <TextInput
          name="title"
          value={values.title}
          required
          autoComplete="off"
          onChange={(event) => change({ title: event.target.value })}
        />
      </Field>
      <PostPart
        mode={writing.mode}
        parts={values}
        given={writing.given}
        issues={issues}
        onPart={writing.change}
        onUpload={writing.setUpload}
      />
      <Field
        label={texts.text}
        optional={texts.optional}
        hint={texts.markdown}
        error={issues.content}
        counter={nearLimit(values.content, LIMITS.postText)}>
        <Composer
          name="content"
          value={values.content}
          onValue={(content) => change({ content })}
          onImages={writing.attach}
          grow
          rows={8}
        />
      </Field>
      <Checkbox
        name="is_spoiler"
        label={more.spoiler}
        hint={more.spoilerHint}
        checked={values.is_spoiler}
        onChange={(event) => change({ is_spoiler: event.target.checked })}
      />
      <div className="form__actions">
        <Button type="submit" variant="primary" busy={isBusy} busyLabel={texts.working}>
          {texts.send}
        </Button>
      </div>
    </form>
  )
}
