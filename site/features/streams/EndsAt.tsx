import { useState } from 'react'
import type { Stream } from '#shared/api/shapes.ts'
import { exactTime } from '#shared/rules/relative-time.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { showFailure } from '#site/core/call-failed.ts'
import { useClock } from '#site/core/clock.tsx'
import { CallForm, withScripts } from '#site/core/CallForm.tsx'
import { useSite } from '#site/core/site-context.tsx'

type EndsAtProps = { stream: Stream; setStream: (stream: Stream) => void }

/** Shows the streamer the time at which the stream ends by itself; an announced stream can be extended. */
export function EndsAt({ stream, setStream }: EndsAtProps) {
  const { api, site } = useSite()
  const { isLocal } = useClock()
  const t = useTexts('streams').endsAt
  const [isBusy, setBusy] = useState(false)
  const { id, ends_at, stream_type, can } = stream
  if (ends_at === null || can?.edit !== true) return null

  async function extend(): Promise<void> {
    setBusy(true)
    try {
      setStream(await api.streams.edit({ stream_id: id, extend: true }))
    } catch (error) {
      showFailure(error, t.failed)
    } finally {
      setBusy(false)
    }
  }

  const at = exactTime(ends_at, isLocal ? undefined : site.time_zone)
  return (
    <div className="stream__ends">
      <p>
        {t.text}{' '}
        <time dateTime={ends_at} title={at}>
          {at.slice(11, 16)}
        </time>
        {stream_type === 'browser' ? '.' : `. ${t.announced}`}
      </p>
      {stream_type !== 'browser' && (
        <CallForm call="streams.edit" fields={{ stream_id: id, extend: true }}>
          <Button type="submit" size="small" busy={isBusy} onClick={withScripts(extend)}>
            {t.extend}
          </Button>
        </CallForm>
      )}
    </div>
  )
}
