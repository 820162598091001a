/** The field of the panel's address that opens the settings, with the section as its value. */
export const SETTINGS_FIELD = 'settings'
