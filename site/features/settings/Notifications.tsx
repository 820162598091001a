import { editNotificationSettings, type NotificationSettings } from '#shared/api/notifications.ts'
import { DIGESTS, NOTIFICATION_SETTINGS, type NotificationSetting } from '#shared/rules/notification-kinds.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Checkbox } from '#shared/ui/Checkbox.tsx'
import { Choices } from '#shared/ui/Choices.tsx'
import type { LoadArgs } from '#site/core/page.ts'
import { useSite } from '#site/core/site-context.tsx'
import { Outcome } from './Outcome.tsx'
import { SettingsPart } from './SettingsFrame.tsx'
import { useSettingsForm } from './useSettingsForm.ts'

export const loadNotificationsSection = ({ api }: LoadArgs) => api.notifications.settings()

export function NotificationsSection({ data }: { data: NotificationSettings }) {
  const { api } = useSite()
  const text = useTexts('settings')
  const { notices } = text
  const { values, change, failure, done, isBusy, submit } = useSettingsForm({
    draft: null,
    initial: data,
    schema: editNotificationSettings,
    fallback: text.failed,
    send: async (chosen) => ({ done: text.saved, values: await api.notifications.editSettings(chosen) }),
  })

  const choose = (kind: NotificationSetting, choice: { site?: boolean; email?: boolean }) =>
    change({ kinds: { ...values.kinds, [kind]: { ...values.kinds[kind], ...choice } } })

  return (
    <SettingsPart title={notices.title} lead={notices.lead}>
      <form className="form" onSubmit={(event) => void submit(event)} noValidate>
        <div>
          {NOTIFICATION_SETTINGS.map((kind) => (
            <div
              key={kind}
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
              <Checkbox
                label={notices.site}
                checked={values.kinds[kind].site}
                disabled={kind === 'moderation'}
                onChange={(event) => choose(kind, { site: event.target.checked })}
              />
              <Checkbox
                label={notices.email}
                checked={values.kinds[kind].email}
                onChange={(event) => choose(kind, { email: event.target.checked })}
              />
            </div>
          ))}
        </div>
        <div>
          <Choices
            label={notices.digest}
            value={values.digest}
            options={DIGESTS.map((value) => ({ value, label: notices.digests[value] }))}
            onChange={(digest) => change({ digest })}
          />
          <p className="check__hint">{notices.digestHint}</p>
        </div>
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
