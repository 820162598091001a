import Bowser from 'bowser'

const MAX_USER_AGENT = 300
const MAX_LENGTH = 80

const BROWSERS = new Set(Object.values(Bowser.BROWSER_MAP))

/**
 * Names browser and system without versions, so that an update makes no new device; other programs are listed by their
 * own name.
 */
export function deviceOf(userAgent: string | null): string | null {
  const text = userAgent?.trim().slice(0, MAX_USER_AGENT)
  if (!text) return null
  const { browser, os } = Bowser.parse(text)
  // Bowser takes any text for the name of an unknown program; such a text must not get into mails.
  const program = BROWSERS.has(browser.name ?? '') ? browser.name : /^[\w-]+/.exec(text)?.[0]
  return [program, os.name].filter(Boolean).join(', ').slice(0, MAX_LENGTH) || null
}
