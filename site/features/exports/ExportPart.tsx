import { useEffect, useEffectEvent, useRef, useState } from 'react'
import Download from 'lucide/dist/esm/icons/download.mjs'
import type { DataExport } from '#shared/api/exports.ts'
import type { Lang } from '#shared/i18n/plural.ts'
import { DELAY, LIFETIME } from '#shared/limits.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { buttonClass } from '#shared/ui/button-class.ts'
import { Icon } from '#shared/ui/Icon.tsx'
import { FormFailure } from '#shared/ui/FormFailure.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { failureText, hasOwnToast } from '#site/core/call-failed.ts'
import { CallForm, withScripts } from '#site/core/CallForm.tsx'
import { useClock } from '#site/core/clock.tsx'
import { longDate } from '#site/core/dates.ts'
import { useSite } from '#site/core/site-context.tsx'
import { isStreaming, useEvents } from '#site/features/events/events.ts'
import { SettingsPart } from '../settings/SettingsFrame.tsx'

const KILOBYTE = 1_000

function sizeText(bytes: number, lang: Lang): string {
  const isSmall = bytes < KILOBYTE ** 2
  const format = new Intl.NumberFormat(lang, {
    style: 'unit',
    unit: isSmall ? 'kilobyte' : 'megabyte',
    maximumFractionDigits: isSmall ? 0 : 1,
  })
  return format.format(Math.max(1, bytes / (isSmall ? KILOBYTE : KILOBYTE ** 2)))
}

/** A new export can be requested one day after the last request. */
const mayRequestAgain = (expires_at: string, now: number) =>
  now >= new Date(expires_at).getTime() - LIFETIME.export + LIFETIME.exportRequest

export function ExportPart({ loaded, since }: { loaded: DataExport; since: string | null }) {
  const { api, lang, site } = useSite()
  const { now } = useClock()
  const text = useTexts('dataExports')
  const [latest, setLatest] = useState(loaded)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const isPreparing = latest.status === 'preparing'

  const asked = useRef(0)

  /** A later request may be answered first, so stale responses are ignored. */
  async function read(): Promise<void> {
    asked.current += 1
    const turn = asked.current
    const found = await api.exports.get()
    if (turn === asked.current) setLatest(found)
  }

  const refresh = useEffectEvent(() => {
    read().catch((error: unknown) => console.warn('Asking for the export failed', error))
  })
  useEffect(() => {
    if (!isPreparing) return
    const timer = setInterval(() => {
      if (!isStreaming()) refresh()
    }, DELAY.conversationPoll)
    return () => clearInterval(timer)
  }, [isPreparing])
  useEvents('me', since, ({ name, data }) => {
    if (name === 'resync' || (name === 'notification' && data.notification?.kind === 'export')) refresh()
  })

  async function request(): Promise<void> {
    setBusy(true)
    setFailure(null)
    try {
      await api.exports.request()
      await read()
    } catch (error) {
      if (!hasOwnToast(error)) setFailure(failureText(error, text.failed))
    } finally {
      setBusy(false)
    }
  }

  const { url, size, expires_at } = latest
  const isReady = url !== null && size !== null && expires_at !== null
  const canRequest = !isPreparing && (!isReady || mayRequestAgain(expires_at, now))
  return (
    <SettingsPart title={text.title} lead={text.lead}>
      <div className="settings__status" role="status">
        {isPreparing && <Notice>{text.preparing}</Notice>}
        {isReady && <p>{text.ready(sizeText(size, lang), longDate(expires_at, lang, site.time_zone))}</p>}
      </div>
      <FormFailure text={failure} />
      {(isReady || canRequest) && (
        <div className="form__actions">
          {isReady && (
            <a className={buttonClass('primary')} href={url} download>
              <span className="btn__label">
                <Icon of={Download} size={20} />
                {text.download}
              </span>
            </a>
          )}
          {canRequest && (
            <CallForm call="exports.request">
              <Button
                type="submit"
                variant={isReady ? undefined : 'primary'}
                busy={isBusy}
                onClick={withScripts(request)}>
                {isReady ? text.requestAgain : text.request}
              </Button>
            </CallForm>
          )}
        </div>
      )}
    </SettingsPart>
  )
}
