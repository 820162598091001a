import { loadNotificationsSection, NotificationsSection } from '#site/features/settings/Notifications.tsx'
import { settingsPage } from '#site/features/settings/settings-page.tsx'

export const page = settingsPage('notifications', { load: loadNotificationsSection, View: NotificationsSection })
