/** The query parameter that opens the settings, with the section as its value. */
export const SETTINGS_FIELD = 'settings'
