import { lazy, type ComponentType } from 'react'
import type { SettingKey, SettingValues } from '#shared/api/settings/registry.ts'
import type { Section } from '#shared/api/settings/setting.ts'
import type { CustomProps } from './custom-props.ts'

type Custom = { [Key in SettingKey]?: ComponentType<CustomProps<SettingValues[Key]>> }

const lazyPart = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>

export const customControls: Custom = {
  announcements: lazyPart(async () => (await import('./Announcements.tsx')).Announcements),
  accent: lazyPart(async () => (await import('./looks/AccentControl.tsx')).AccentControl),
  oidc_groups: lazyPart(async () => (await import('./login/GroupsControl.tsx')).GroupsControl),
  smtp_url: lazyPart(async () => (await import('./mail/SmtpControl.tsx')).SmtpControl),
}

/** A component above or below the settings of a section; `reload` loads the settings again. */
type SectionPart = ComponentType<{ reload: () => void }>

export const sectionParts: Partial<Record<Section, { above?: SectionPart; below?: SectionPart }>> = {
  people: { below: lazyPart(async () => (await import('./Invites.tsx')).Invites) },
  mail: { below: lazyPart(async () => (await import('./mail/MailTest.tsx')).MailTest) },
}
