import { useEffect, useEffectEvent } from 'react'
import { Notice } from '#shared/ui/Notice.tsx'
import { ErrorState } from '#shared/ui/State.tsx'
import { Button } from '#shared/ui/Button.tsx'
import { useAdmin } from '../../kit/context.ts'
import { useLoaded } from '../../kit/useLoaded.ts'
import { BotActions } from './BotActions.tsx'
import { BotConfig } from './BotConfig.tsx'
import { BotFacts } from './BotFacts.tsx'
import { PendingComments } from './PendingComments.tsx'
import { RecentPosts } from './RecentPosts.tsx'
import { useWork } from './work.ts'

export function AiBot() {
  const { api, t } = useAdmin()
  const { running } = useWork(api)
  const { data, failure, isLoading, refresh } = useLoaded('bot', async (signal) => {
    const [stats, config, pending] = await Promise.all([
      api.adminBot.stats({}, { signal }),
      api.adminBot.config({}, { signal }),
      api.adminBot.pendingComments({}, { signal }),
    ])
    return { stats, config, pending }
  })

  const isRunning = running !== null
  const readAgain = useEffectEvent(() => {
    if (data !== null) void refresh()
  })
  useEffect(() => {
    if (!isRunning) readAgain()
  }, [isRunning])

  if (data === null) {
    return failure === null ? (
      <p role="status">{t.bot.loading}</p>
    ) : (
      <ErrorState
        title={t.bot.error(failure)}
        retryLabel={t.kit.retry}
        busy={isLoading}
        onRetry={() => void refresh()}
      />
    )
  }
  return (
    <div className="admin__sections">
      {failure !== null && (
        <Notice
          kind="danger"
          role="alert"
          actions={
            <Button size="small" busy={isLoading} onClick={() => void refresh()}>
              {t.kit.retry}
            </Button>
          }>
          {t.bot.error(failure)}
        </Notice>
      )}
      <BotFacts stats={data.stats} config={data.config} />
      <BotActions />
      <PendingComments pending={data.pending} />
      <RecentPosts posts={data.stats.recent_posts} />
      <BotConfig config={data.config} />
    </div>
  )
}
