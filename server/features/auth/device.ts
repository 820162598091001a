import Bowser from 'bowser'

const MAX_USER_AGENT = 300
const MAX_LENGTH = 80

const BROWSERS = new Set(Object.values(Bowser.BROWSER_MAP))

/** Names browser and system without versions, so that their updates do not count as a new device. */
export function deviceOf(userAgent: string | null): string | null {
  const text = userAgent?.trim().slice(0, MAX_USER_AGENT)
  if (!text) return null
  const { browser, os } = Bowser.parse(text)
  // Bowser takes an arbitrary part of an unknown user agent as the name, which must not get into mails.
  const program = BROWSERS.has(browser.name ?? '') ? browser.name : /^[\w-]+/.exec(text)?.[0]
  return [program, os.name].filter(Boolean).join(', ').slice(0, MAX_LENGTH) || null
}
