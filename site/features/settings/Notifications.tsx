import { useSearchParams } from 'react-router-dom'
import { editNotificationSettings, type NotificationSettings } from '#shared/api/notifications.ts'
import { DIGESTS, NOTIFICATION_SETTINGS, type NotificationSetting } from '#shared/rules/notification-kinds.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Checkbox } from '#shared/ui/Checkbox.tsx'
import { Choices } from '#shared/ui/Choices.tsx'
import type { LoadArgs } from '#site/core/page.ts'
import { FormFields } from '#site/core/CallForm.tsx'
import { useEarlyForm } from '#site/core/useEarlyForm.ts'
import { useSite } from '#site/core/site-context.tsx'
import { PushDevices } from '#site/features/push/PushDevices.tsx'
import { nightIn, QuietHours } from '#site/features/push/QuietHours.tsx'
import { Outcome } from './Outcome.tsx'
import { SettingsPart } from './SettingsFrame.tsx'
import { useSettingsForm } from './useSettingsForm.ts'

export async function loadNotificationsSection({ api }: LoadArgs) {
  const [settings, { subscriptions }] = await Promise.all([api.notifications.settings(), api.push.list()])
  return { settings, subscriptions }
}

type Choice = NotificationSettings['kinds'][NotificationSetting]
type Loaded = Awaited<ReturnType<typeof loadNotificationsSection>>

export function NotificationsSection({ data }: { data: Loaded }) {
  return (
    <>
      <Kinds data={data.settings} />
      <PushDevices loaded={data.subscriptions} />
    </>
  )
}

function Kinds({ data }: { data: NotificationSettings }) {
  const { api, site } = useSite()
  const [query] = useSearchParams()
  const pushText = useTexts('push')
  const text = useTexts('settings')
  const { notices } = text
  const { values, change, issues, failure, done, isBusy, submit } = useSettingsForm({
    draft: null,
    call: 'notifications.editSettings',
    // `?quiet=on` is the link by which readers without JavaScript switch quiet hours on.
    initial: query.get('quiet') === 'on' ? { ...data, quiet_hours: data.quiet_hours ?? nightIn(site.time_zone) } : data,
    schema: editNotificationSettings,
    fallback: text.failed,
    send: async (chosen) => ({ done: text.saved, values: await api.notifications.editSettings(chosen) }),
  })

  const choose = (kind: NotificationSetting, choice: Partial<Choice>) =>
    change({ kinds: { ...values.kinds, [kind]: { ...values.kinds[kind], ...choice } } })

  return (
    <SettingsPart title={notices.title} lead={notices.lead}>
      <form
        className="form"
        {...useEarlyForm(change, 'notifications.editSettings', data)}
        onSubmit={(event) => void submit(event)}
        noValidate>
        <FormFields />
        <div>
          {NOTIFICATION_SETTINGS.map((kind) => (
            <Kind key={kind} kind={kind} value={values.kinds[kind]} onChange={(choice) => choose(kind, choice)} />
          ))}
        </div>
        <div>
          <Choices
            label={notices.digest}
            name="digest"
            value={values.digest}
            options={DIGESTS.map((value) => ({ value, label: notices.digests[value] }))}
            onChange={(digest) => change({ digest })}
          />
          <p className="check__hint">{notices.digestHint}</p>
        </div>
        <QuietHours
          value={values.quiet_hours}
          error={issues.quiet_hours}
          onChange={(quiet_hours) => change({ quiet_hours })}
        />
        <Checkbox
          label={pushText.preview}
          name="push_preview"
          sendsUnticked
          hint={pushText.previewHint}
          checked={values.push_preview}
          onChange={(event) => change({ push_preview: event.target.checked })}
        />
        <Outcome done={done} failure={failure} />
        <div className="form__actions">
          <Button type="submit" variant="primary" busy={isBusy}>
            {notices.submit}
          </Button>
        </div>
      </form>
    </SettingsPart>
  )
}

type KindProps = { kind: NotificationSetting; value: Choice; onChange: (choice: Partial<Choice>) => void }

function Kind({ kind, value, onChange }: KindProps) {
  const { notices } = useTexts('settings')
  const pushText = useTexts('push')
  return (
    <div
      className="settings__kind"
      role="group"
      aria-labelledby={`kind-${kind}`}
      aria-describedby={`kind-${kind}-hint`}>
      <div className="settings__kind-about">
        <span className="settings__kind-name" id={`kind-${kind}`}>
          {notices.kinds[kind].label}
        </span>
        <span className="check__hint" id={`kind-${kind}-hint`}>
          {notices.kinds[kind].hint}
        </span>
      </div>
      {/* Browsers do not submit a disabled checkbox, so a hidden field sends its value. */}
      {kind === 'moderation' && <input type="hidden" name="kinds.moderation.site" value="true" />}
      <Checkbox
        label={notices.site}
        name={`kinds.${kind}.site`}
        sendsUnticked={kind !== 'moderation'}
        checked={value.site}
        disabled={kind === 'moderation'}
        onChange={(event) => onChange({ site: event.target.checked })}
      />
      <Checkbox
        label={notices.email}
        name={`kinds.${kind}.email`}
        sendsUnticked
        checked={value.email}
        onChange={(event) => onChange({ email: event.target.checked })}
      />
      <Checkbox
        label={pushText.kind}
        name={`kinds.${kind}.push`}
        sendsUnticked
        checked={value.push}
        onChange={(event) => onChange({ push: event.target.checked })}
      />
    </div>
  )
}
