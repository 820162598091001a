import { loadAccountSection, AccountSection } from '#site/features/settings/Account.tsx'
import { settingsPage } from '#site/features/settings/settings-page.tsx'

export const page = settingsPage('account', { load: loadAccountSection, View: AccountSection })
