import { useEffect, useState } from 'react'
import { DELAY } from '#shared/limits.ts'
import { useAdmin } from '../../kit/context.ts'
import type { Work } from './work.ts'

export function Working({ running }: { running: NonNullable<Work['running']> }) {
  const { t } = useAdmin()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.floor((now - running.since) / 1000))

  return (
    <div className="bot-working">
      <p>
        {t.bot.working[running.kind]} {t.bot.mayTakeLong}
      </p>
      <div className="progress">
        <progress
          aria-label={t.bot.working[running.kind]}
          max={DELAY.botReplies / 1000}
          value={Math.min(seconds, DELAY.botReplies / 1000)}
        />
        <span aria-hidden>{t.bot.seconds(seconds)}</span>
      </div>
    </div>
  )
}
