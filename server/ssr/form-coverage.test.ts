import { expect, test } from 'bun:test'
import { EXCEPTED, memberCalls, OTHER_TARGETS } from '#server/test/forms/form-calls.ts'
import { createBrowser, type HtmlPage } from '#server/test/forms/browser.ts'
import { callOf, type HtmlForm } from '#server/test/forms/html-forms.ts'
import { prepareSite } from '#server/test/forms/prepared-site.ts'
import { createTestApp } from '#server/test/app.ts'
import { developmentAssets } from './assets.ts'
import { createPages } from './pages.ts'

const t = await createTestApp({ PUSH_ALLOW_PRIVATE: 'true' }, createPages(developmentAssets('http://localhost:5173')))

const groupOf = (call: string) => call.split('.')[0]!

test('every API call that a person can make from the interface has an HTML form on some page', async () => {
  const { pages, bearers, answers, pendingSignIns } = await prepareSite(t)
  const seen = new Set<string>()
  const shown: { browser: ReturnType<typeof createBrowser>; path: string; form: HtmlForm }[] = []
  const add = ({ forms }: HtmlPage) => {
    for (const { call, action, method, buttons } of forms) {
      if (method === 'post') seen.add(call ?? action)
      for (const { formAction } of buttons) if (formAction !== null) seen.add(callOf(formAction) ?? formAction)
    }
  }
  for (const [who, paths] of Object.entries(pages)) {
    const browser = createBrowser((url, init) => t.request(url, init))
    const bearer = bearers[who]
    if (bearer !== undefined) browser.cookies.set('session', bearer)
    const pending = pendingSignIns[who]
    if (pending !== undefined) browser.cookies.set('pending_sign_in', pending)
    for (const path of paths) {
      const page = await browser.open(path)
      expect([who, path, page.status]).toEqual([who, path, 200])
      add(page)
      shown.push(...page.forms.map((form) => ({ browser, path, form })))
      // The form of a second step is in the response to the first form.
      const step = answers.find((one) => one.who === who && one.path === path)
      if (step) add(await browser.submit(browser.formIn(page, step.call), step.filled))
    }
  }
  const hasForm = (call: string) => seen.has(call) || seen.has(OTHER_TARGETS[call] ?? '')
  // Some buttons appear only after another one was pressed, for example 'unpin' after 'pin'.
  const hidden = new Set(memberCalls.filter((call) => !hasForm(call)).map(groupOf))
  for (const { browser, path, form } of shown.filter(({ form }) => form.call && hidden.has(groupOf(form.call)))) {
    await browser.open(path)
    add(await browser.submit(form))
  }
  expect(memberCalls.filter((call) => !hasForm(call))).toEqual([])
  expect(Object.keys(EXCEPTED).filter(hasForm)).toEqual([])
})
