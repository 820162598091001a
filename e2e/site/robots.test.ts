import { describe, test } from 'bun:test'
import { registration } from '#server/features/auth/table.ts'
import { expect, startSite, untilHydrated } from '../harness.ts'

const site = await startSite({ REGISTRATION_CHALLENGE: 'on' })

describe('MOD-13 registration', () => {
  test('registration computes its proof of work in the browser without moving the button', async () => {
    const page = await site.newPage({ width: 390 })
    const hosts = new Set<string>()
    page.on('request', (request) => {
      hosts.add(new URL(request.url()).host)
    })
    const [widget, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const hold = (path: string, until: Promise<void>) =>
      page.route(path, async (route) => {
        await until
        await route.continue()
      })
    await hold('**/assets/Challenge-*.js', widget.promise)
    await hold('**/api/auth/challenge', answer.promise)
    await page.goto('/register')
    await untilHydrated(page)
    const submit = page.getByRole('button', { name: 'Zarejestruj się' })
    const place = await submit.boundingBox()
    widget.resolve()
    await expect(page.getByText('Sprawdzamy, czy nie jesteś robotem…')).toBeVisible()
    expect(await submit.boundingBox()).toEqual(place)
    answer.resolve()
    await expect(page.getByRole('checkbox', { name: 'Sprawdzone: nie jesteś robotem' })).toBeChecked()
    expect(await submit.boundingBox()).toEqual(place)
    await page.getByLabel('Nazwa użytkownika').fill('nie_robot')
    await page.getByLabel('E-mail').fill('nie.robot@example.org')
    await page.getByLabel('Hasło', { exact: true }).fill('Zakwas1234')
    await page.getByLabel('Powtórz hasło').fill('Zakwas1234')
    await page.getByLabel('Mam co najmniej 13 lat').check()
    await site.check(page)
    await submit.click()
    await expect(page).toHaveURL('/verify-email-sent')
    expect([...hosts]).toEqual([new URL(site.url).host])
  })

  test('registration refuses a filled-in honeypot field, and computes a new proof of work afterwards', async () => {
    const page = await site.newPage({ lang: 'en' })
    await page.goto('/register')
    await untilHydrated(page)
    await page.getByLabel('Username').fill('jakis_robot')
    await page.getByLabel('E-mail').fill('robot@example.org')
    await page.getByLabel('Password', { exact: true }).fill('Zakwas1234')
    await page.getByLabel('Confirm password').fill('Zakwas1234')
    await page.getByLabel('I am at least 13 years old').check()
    const hidden = page.locator('input[name=website]')
    await hidden.evaluate((field: HTMLInputElement) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, 'https://example.org')
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })
    const proof = page.getByRole('checkbox', { name: 'Checked: you are not a robot' })
    await expect(proof).toBeChecked()
    await page.getByRole('button', { name: 'Sign up' }).click()
    await expect(
      page.getByRole('alert').filter({ hasText: 'Leave this field empty: only robots fill it in.' }),
    ).toBeVisible()
    await expect(page.getByLabel('Username')).toHaveValue('jakis_robot')
    await expect(hidden).not.toBeFocused()
    expect(await site.db.$count(registration)).toBeLessThan(2)

    await hidden.evaluate((field: HTMLInputElement) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, '')
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })
    await expect(page.getByText('Leave this field empty: only robots fill it in.')).toBeHidden()
    await page.route(
      '**/api/auth/register',
      (route) =>
        route.fulfill({
          status: 422,
          json: { detail: 'x', code: 'invalid', issues: { altcha: 'Please do it again.' } },
        }),
      { times: 1 },
    )
    await page.getByRole('button', { name: 'Sign up' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Please do it again.' })).toBeVisible()
    await expect(proof).toBeChecked()
    await page.getByRole('button', { name: 'Sign up' }).click()
    await expect(page).toHaveURL('/verify-email-sent')
  })
})
