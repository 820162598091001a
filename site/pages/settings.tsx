import { orLogin } from '#site/core/errors.ts'
import { definePage } from '#site/core/page.ts'
import { loadProfileSection, ProfileSection } from '#site/features/settings/Profile.tsx'
import { SettingsFrame } from '#site/features/settings/SettingsFrame.tsx'

export const page = definePage({
  guard: 'user',
  load: (args) => orLogin(loadProfileSection(args), args.path),
  meta: (_, { t }) => ({ title: t.layout.settings, noindex: true }),
  View: function SettingsList({ data }) {
    return (
      <SettingsFrame section="profile" isList>
        <ProfileSection data={data} />
      </SettingsFrame>
    )
  },
})
