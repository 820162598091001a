import { loadSecuritySection, SecuritySection } from '#site/features/settings/Security.tsx'
import { settingsPage } from '#site/features/settings/settings-page.tsx'

export const page = settingsPage('security', { load: loadSecuritySection, View: SecuritySection })
