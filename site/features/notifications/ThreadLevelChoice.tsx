import { useEffect, useRef, useState } from 'react'
import { THREAD_LEVELS, type ThreadLevel } from '#shared/rules/notification-kinds.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Choices } from '#shared/ui/Choices.tsx'
import { FormFailure } from '#shared/ui/FormFailure.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { failureText, hasOwnToast } from '#site/core/call-failed.ts'
import { useSite } from '#site/core/site-context.tsx'

export function ThreadLevelChoice({ postId }: { postId: number }) {
  const { api, t } = useSite()
  const { thread } = useTexts('notificationCentre')
  const [level, setLevel] = useState<ThreadLevel | 'failed' | null>(null)
  const [tries, setTries] = useState(0)
  const [done, setDone] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const latest = useRef(0)
  useEffect(() => {
    let isCurrent = true
    api.notifications.thread({ post_id: postId }).then(
      (found) => {
        if (isCurrent) setLevel(found.level)
      },
      (error: unknown) => {
        console.warn('Loading the notifications of a thread failed', error)
        if (isCurrent) setLevel('failed')
      },
    )
    return () => {
      isCurrent = false
    }
  }, [api, postId, tries])

  /** Shows the new choice at once, and the previous one again if the last call fails. */
  async function choose(wanted: ThreadLevel): Promise<void> {
    const before = level
    const turn = (latest.current += 1)
    setLevel(wanted)
    setDone(null)
    setFailure(null)
    try {
      await api.notifications.setThread({ post_id: postId, level: wanted })
      if (turn === latest.current) setDone(thread.saved)
    } catch (error) {
      if (turn !== latest.current) return
      setLevel(before)
      if (!hasOwnToast(error)) setFailure(failureText(error, thread.failed))
    }
  }

  if (level === null)
    return (
      <div role="status" aria-label={t.layout.loading}>
        <Skeleton width={3} />
        <Skeleton width={2} />
      </div>
    )
  if (level === 'failed') {
    return (
      <div>
        <p>{t.postPage.thread.loadFailed}</p>
        <Button
          size="small"
          onClick={() => {
            setLevel(null)
            setTries(tries + 1)
          }}>
          {t.app.retry}
        </Button>
      </div>
    )
  }
  const options = THREAD_LEVELS.map((value) => ({ value, ...thread.levels[value] }))
  return (
    <div className="form">
      <Choices label={thread.question} options={options} value={level} onChange={(wanted) => void choose(wanted)} />
      <FormFailure text={failure} />
      {done !== null && (
        <Notice kind="success" role="status">
          {done}
        </Notice>
      )}
    </div>
  )
}
