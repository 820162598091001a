import { loadProfileSection, ProfileSection } from '#site/features/settings/Profile.tsx'
import { settingsPage } from '#site/features/settings/settings-page.tsx'

export const page = settingsPage('profile', { load: loadProfileSection, View: ProfileSection })
