import { loadPrivacySection, PrivacySection } from '#site/features/settings/Privacy.tsx'
import { settingsPage } from '#site/features/settings/settings-page.tsx'

export const page = settingsPage('privacy', { load: loadPrivacySection, View: PrivacySection })
