const REFERENCE = /^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/

export const isNoticeReference = (text: string): boolean => REFERENCE.test(text)
