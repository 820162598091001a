import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { CallError } from '#shared/api/errors.ts'
import { createPost } from '#shared/api/posts.ts'
import type { Category } from '#shared/api/shapes.ts'
import { DELAY } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import { useTexts } from '#shared/texts.ts'
import { useSite } from '#site/core/site-context.tsx'
import { useEarlyForm } from '#site/core/useEarlyForm.ts'
import { useForm } from '#site/core/useForm.ts'
import { useFillTime } from '#site/features/robots/useFillTime.ts'
import { usePreselected } from '../categories/usePreselected.ts'
import { EMPTY_POLL } from '../polls/PollFields.tsx'
import { NO_PARTS, postModeOf, usePostMode, type PostParts } from './post-modes.tsx'

type PostDraft = PostParts & {
  title: string
  content: string
  category_id: number | null
  is_spoiler: boolean
  flair_id: number | null
  category: Category | null
  website: string
}

/** Passes to the form the pictures that another app shared. */
function useSharedPictures(hasShared: boolean, attach: (files: File[]) => void): void {
  const take = useEffectEvent(async () => {
    const { takeSharedPictures } = await import('#site/features/offline/shared-pictures.ts')
    const files = await takeSharedPictures()
    if (files.length > 0) attach(files)
  })
  useEffect(() => {
    if (hasShared) void take()
  }, [hasShared])
}

export function usePostForm(preselected: Category | null) {
  const [query] = useSearchParams()
  const mode = postModeOf(query)
  const issuesTexts = useTexts('issues')
  const { api, t } = useSite()
  const texts = useTexts('submit')
  const navigate = useNavigate()
  const fillTime = useFillTime(DELAY.postForm)
  const [refusedBy, setRefusedBy] = useState<number | null>(null)
  // Content shared by another app takes precedence over a draft.
  const [title = '', content = '', link = ''] = ['title', 'text', 'url'].map((name) => query.get(name) ?? '')
  const isShared = `${title}${content}${link}` !== ''
  const initial: PostDraft = {
    title,
    content,
    category_id: preselected?.id ?? null,
    ...NO_PARTS,
    // Poll fields typed before hydration get their types from this empty poll.
    ...(mode === 'poll' && { poll: EMPTY_POLL }),
    ...(link !== '' && { link_url: link }),
    is_spoiler: false,
    flair_id: null,
    category: preselected,
    website: '',
  }
  const { failure, setFailure, ...form } = useForm<PostDraft>({
    draft: isShared ? null : 'post',
    call: 'posts.create',
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
    send: async ({ category, ...post }, idempotencyKey) => {
      const elapsed_ms = await fillTime()
      try {
        const made = await api.posts.create({ ...post, elapsed_ms }, { idempotencyKey })
        await navigate(paths.post(made.id))
      } catch (error) {
        if (error instanceof CallError && error.code === 'not_a_member') setRefusedBy(category?.id ?? null)
        throw error
      }
    },
  })
  const { values, change, issues } = form
  const writing = usePostMode(mode, values, change)
  const early = useEarlyForm<PostDraft>(
    ({ title, content }) => change({ ...(title && { title }), ...(content && { content }) }),
    'posts.create',
  )
  usePreselected(preselected, change)
  useSharedPictures(query.has('pictures'), writing.attach)

  function choose(category: Category | null): void {
    setRefusedBy(null)
    setFailure(null)
    change({ category, category_id: category?.id ?? null, flair_id: null })
  }

  const { category } = values
  const isRefused = category !== null && refusedBy === category.id
  const problem =
    (isRefused ? null : failure) ?? issues.images ?? issues.video_url ?? issues.website ?? issues.elapsed_ms ?? null
  return { ...form, problem, isRefused, choose, writing, early }
}
