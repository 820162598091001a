import { test } from 'bun:test'
import { createPushSubscription, createUser } from '#server/test/factories.ts'
import { expect, startSite, untilHydrated } from '../harness.ts'

const site = await startSite()

const WORDS = {
  pl: {
    device: 'Push',
    quiet: /^Cisza/,
    preview: /^Pokazuj treść/,
    save: 'Zapisz ustawienia',
    saved: 'Zapisano.',
    remove: 'Usuń urządzenie: Telefon',
  },
  en: {
    device: 'Push',
    quiet: /^Quiet hours/,
    preview: /^Show the text/,
    save: 'Save settings',
    saved: 'Saved.',
    remove: 'Remove the device: Telefon',
  },
}

for (const [lang, width] of [
  ['pl', 390],
  ['en', 1280],
] as const) {
  test(`PUSH-1 a member chooses push notifications and removes a device at ${width} pixels in ${lang}`, async () => {
    const words = WORDS[lang]
    const anna = await createUser(site.db)
    await createPushSubscription(site.db, anna)
    const page = await site.newPage({ signedInAs: anna, lang, width, dark: width === 1280 })
    await page.goto('/settings/notifications')
    await untilHydrated(page)
    const main = page.getByRole('main')
    const pushed = main.getByRole('checkbox', { name: words.device })
    // The checkboxes are in the order of the notification kinds: push is off by default for comments, on for replies.
    await expect(pushed.nth(0)).not.toBeChecked()
    await expect(pushed.nth(1)).toBeChecked()
    await pushed.nth(1).uncheck()
    await main.getByRole('checkbox', { name: words.quiet }).check()
    await main.getByRole('checkbox', { name: words.preview }).uncheck()
    // Scrolls to the top, because the sticky top bar would cover elements that the accessibility check measures.
    await page.evaluate(() => scrollTo(0, 0))
    await site.check(page)
    if (process.env.PICTURES_DIR)
      await page.screenshot({ path: `${process.env.PICTURES_DIR}/push-${width}.png`, fullPage: true })
    await main.getByRole('button', { name: words.save }).click()
    await expect(main.getByRole('status').filter({ hasText: words.saved })).toBeVisible()
    await page.reload()
    await untilHydrated(page)
    await expect(pushed.nth(1)).not.toBeChecked()
    await expect(main.locator('input[type=time]').first()).toHaveValue('22:00')
    await main.getByRole('button', { name: words.remove }).click()
    await expect(main.getByRole('button', { name: words.remove })).toHaveCount(0)
  })
}
