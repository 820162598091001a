import { loadDataSection, DataSection } from '#site/features/settings/Data.tsx'
import { settingsPage } from '#site/features/settings/settings-page.tsx'

export const page = settingsPage('data', { load: loadDataSection, View: DataSection })
