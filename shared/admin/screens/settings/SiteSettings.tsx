import { Suspense, useState } from 'react'
import ArrowLeft from 'lucide/dist/esm/icons/arrow-left.mjs'
import type { SettingStates } from '#shared/api/admin-settings.ts'
import { SECTIONS, type Section } from '#shared/api/settings/setting.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { useAdmin } from '../../kit/context.ts'
import { LoadFailure } from '../../kit/LoadFailure.tsx'
import { usePlace } from '../../kit/place.ts'
import { useLoaded } from '../../kit/useLoaded.ts'
import { sectionParts } from './custom.ts'
import { SETTINGS_FIELD } from './field.ts'
import { SectionForm } from './SectionForm.tsx'
import { SettingsHistory } from './SettingsHistory.tsx'

export function SiteSettings() {
  const { api, t } = useAdmin()
  const text = t.settings
  const place = usePlace()
  const loaded = useLoaded<SettingStates>('', async (signal) => (await api.adminSettings.get({}, { signal })).settings)
  const [version, setVersion] = useState(0)
  const section = SECTIONS.find((each) => each === place.get(SETTINGS_FIELD)) ?? SECTIONS[0]
  const { above: Above, below: Below } = sectionParts[section] ?? {}
  const reload = () => {
    void loaded.refresh()
    setVersion((now) => now + 1)
  }

  return (
    <section className="admin__section">
      <div className="admin__line">
        <h2>{text.title}</h2>
        <Button
          variant="quiet"
          icon={<Icon of={ArrowLeft} size={18} />}
          onClick={() => place.set({ [SETTINGS_FIELD]: null })}>
          {text.back}
        </Button>
      </div>
      <div className="site-settings__columns">
        <SectionLinks open={section} />
        <div className="site-settings__section" key={section}>
          <h3>{text.sections[section]}</h3>
          <LoadFailure loaded={loaded} />
          <Suspense fallback={<Skeleton kind="block" />}>
            {Above && <Above reload={reload} />}
            {loaded.data === null ? (
              loaded.failure === null && <Skeleton kind="block" />
            ) : (
              <SectionForm
                section={section}
                states={loaded.data}
                onSaved={(states) => {
                  loaded.change(() => states)
                  setVersion((now) => now + 1)
                }}
              />
            )}
            {Below && <Below reload={reload} />}
          </Suspense>
          <SettingsHistory version={version} />
        </div>
      </div>
    </section>
  )
}

function SectionLinks({ open }: { open: Section }) {
  const { t } = useAdmin()
  const place = usePlace()
  return (
    <nav className="site-settings__nav" aria-label={t.settings.sectionsLabel}>
      <ul>
        {SECTIONS.map((section) => (
          <li key={section}>
            <a
              href={place.hrefOf({ [SETTINGS_FIELD]: section })}
              aria-current={section === open ? 'page' : undefined}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return
                event.preventDefault()
                place.set({ [SETTINGS_FIELD]: section })
              }}>
              {t.settings.sections[section]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
