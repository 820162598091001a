/** The query parameter that opens the settings; its value is the section. */
export const SETTINGS_FIELD = 'settings'
