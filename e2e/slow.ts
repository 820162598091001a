import type { BrowserContext, Locator, Page } from 'playwright'

/**
 * `E2E_SLOW=4` slows the CPU of each page by that factor, delays server responses, and holds the mouse button for a
 * while at each click.
 */
export const slowness = Number(process.env.E2E_SLOW ?? 0)
export const seed = process.env.E2E_SEED ?? crypto.randomUUID().slice(0, 4)

const MAX_DELAY_MS = 200
const PRESS_MS = 90

/** Returns a delay in milliseconds that depends only on the seed and the name, so that a run can be repeated. */
export const delayOf = (name: string) => Number(Bun.hash(`${seed} ${name}`) % BigInt(MAX_DELAY_MS))

/**
 * Logs each click that has no effect because its element moved or was replaced before the button was released. The log
 * entry fails the test.
 */
function reportLostPresses(): void {
  let down: { target: Element; x: number; y: number } | null = null
  const nameOf = (element: Element) => element.outerHTML.slice(0, 120)
  window.addEventListener(
    'pointerdown',
    ({ target, clientX: x, clientY: y }) => {
      down = { target: target as Element, x, y }
    },
    true,
  )
  window.addEventListener(
    'pointerup',
    (event) => {
      const [from, to] = [down, event.target as Element]
      down = null
      if (!from || from.target === to || Math.abs(from.x - event.clientX) + Math.abs(from.y - event.clientY) > 2) return
      const control = from.target.closest('a, button, summary, label, input')
      if (!control || control.contains(to)) return
      console.error(
        `A press was lost: it went down on ${nameOf(from.target)}${from.target.isConnected ? '' : ' (gone)'} and ` +
          `up on ${nameOf(to)}`,
      )
    },
    true,
  )
}

let isHeld = false

function holdPresses(page: Page): void {
  if (isHeld) return
  isHeld = true
  const locators = Object.getPrototypeOf(page.locator('html')) as Locator
  const { click } = locators
  locators.click = function clickSlowly(options) {
    return click.call(this, { delay: PRESS_MS, ...options })
  }
}

export async function slowDown(context: BrowserContext): Promise<void> {
  await context.addInitScript(reportLostPresses)
  context.on('page', (page) => {
    holdPresses(page)
    // Ignores the error of a page that was closed at once.
    void context.newCDPSession(page).then(
      (session) => session.send('Emulation.setCPUThrottlingRate', { rate: slowness }),
      () => {},
    )
  })
}
