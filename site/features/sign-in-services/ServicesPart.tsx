import KeyRound from 'lucide/dist/esm/icons/key-round.mjs'
import type { LinkedService } from '#shared/api/sign-in-services.ts'
import { paths } from '#shared/paths.ts'
import { formPath } from '#shared/rules/forms.ts'
import { relativeTime } from '#shared/rules/relative-time.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { buttonClass } from '#shared/ui/button-class.ts'
import { FormFailure } from '#shared/ui/FormFailure.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { useClock } from '#site/core/clock.tsx'
import { longDate } from '#site/core/dates.ts'
import { FormFields } from '#site/core/CallForm.tsx'
import { useSite } from '#site/core/site-context.tsx'
import { SettingsPart } from '../settings/SettingsFrame.tsx'
import { MaybePassword } from './MaybePassword.tsx'
import type { Ways } from './ServiceButtons.tsx'

export function ServicesPart({ ways, linked }: { ways: Ways; linked: LinkedService[] }) {
  const text = useTexts('signInServices').settings
  return (
    <SettingsPart title={text.title} lead={text.lead}>
      {linked.length === 0 && <p className="settings__lead">{text.none}</p>}
      <ul className="settings__rows">
        {linked.map((link) => (
          <Row key={link.id} link={link} />
        ))}
      </ul>
      <div className="form__actions">
        {ways.services.map(({ service, name }) => (
          <a key={service} className={buttonClass()} href={paths.signInWith(service)} rel="nofollow">
            {text.add(name)}
          </a>
        ))}
      </div>
    </SettingsPart>
  )
}

const CALL = 'signInServices.unlink'

function Row({ link: { id, name, email, created_at, last_used_at } }: { link: LinkedService }) {
  const { failed_form, lang, site } = useSite()
  const { now } = useClock()
  const text = useTexts('signInServices').settings
  const failed = failed_form?.call === CALL && String(failed_form.values.link_id) === String(id) ? failed_form : null
  const details = [
    email,
    text.linked(longDate(created_at, lang, site.time_zone)),
    last_used_at === null ? text.unused : text.used(relativeTime(last_used_at, now, lang)),
  ].filter((detail) => detail !== null)
  return (
    <li className="settings__row">
      <Icon of={KeyRound} size={22} />
      <div>
        <h3 className="settings__device">{name}</h3>
        <p className="settings__lead">{details.join(' · ')}</p>
      </div>
      <form className="services__remove" method="post" action={formPath(CALL)}>
        <FormFields fields={{ link_id: id }} />
        <FormFailure text={failed && failed.issues.password === undefined ? failed.message : null} />
        {failed?.issues.password !== undefined && <MaybePassword issue={failed.issues.password} />}
        <Button type="submit" size="small" aria-label={text.removeOf(name)}>
          {text.remove}
        </Button>
      </form>
    </li>
  )
}
