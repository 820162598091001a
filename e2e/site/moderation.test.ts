import { test } from 'bun:test'
import type { Locator, Page } from 'playwright'
import { moderation as en } from '#shared/i18n/en/moderation.ts'
import { catalog } from '#shared/i18n/index.ts'
import { moderation as pl } from '#shared/i18n/pl/moderation.ts'
import { createCategory, createComment, createPost, createUser, joinCategory } from '#server/test/factories.ts'
import { expect, reload, startSite, untilHydrated } from '../harness.ts'

const site = await startSite()
const { db } = site

async function scene() {
  const [author, moderator, reader] = [await createUser(db), await createUser(db), await createUser(db)]
  const category = await createCategory(db)
  await joinCategory(db, moderator, category, { is_moderator: true })
  const post = await createPost(db, { author, category, title: 'Stare mapy miasta', content: 'Skan z archiwum' })
  const comment = await createComment(db, { author, post, content: 'Dodam jeszcze plan' })
  await createComment(db, { author: reader, parent: comment, content: 'Dziękuję' })
  return { author, moderator, reader, category, post, comment }
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await untilHydrated(page)
}

const CLOSED = 'Moderatorzy zamknęli tę rozmowę. Nie można dodawać komentarzy.'

test('MOD-1 a moderator removes a post and a comment with a reason, and the author is notified', async () => {
  const { author, moderator, post, comment, category } = await scene()
  const mod = await site.newPage({ signedInAs: moderator, width: 390, expectErrors: [/net::ERR_FAILED/] })
  const reader = await site.newPage({ width: 1280, dark: true })
  await open(mod, `/post/${post.id}`)
  await open(reader, `/post/${post.id}`)

  const tools = mod.getByRole('group', { name: 'Moderacja' })
  await tools.getByRole('button', { name: 'Zdejmij' }).click()
  const dialog = mod.getByRole('dialog', { name: 'Zdejmij post' })
  await dialog.getByRole('textbox').fill('Prosimy do r/mapy')
  await dialog.getByRole('button', { name: 'Zdejmij' }).click()
  await expect(dialog.getByText('Wybierz powód.')).toBeVisible()
  await dialog.getByRole('combobox').selectOption('off_topic')
  await site.check(mod)
  // Typed text survives a failure and a reload of the page.
  await mod.route('**/api/moderation/remove', (route) => route.abort(), { times: 1 })
  await dialog.getByRole('button', { name: 'Zdejmij' }).click()
  await expect(dialog.getByText('Nie udało się zapisać decyzji')).toBeVisible()
  await reload(mod)
  await untilHydrated(mod)
  await tools.getByRole('button', { name: 'Zdejmij' }).click()
  await expect(dialog.getByRole('textbox')).toHaveValue('Prosimy do r/mapy')
  await expect(dialog.getByRole('combobox')).toHaveValue('off_topic')
  await dialog.getByRole('button', { name: 'Zdejmij' }).click()
  await expect(tools.getByRole('button', { name: 'Przywróć' })).toBeVisible()
  await expect(mod.getByRole('heading', { level: 1 })).toHaveText('Stare mapy miasta')

  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Usunięty post')
  await expect(reader.getByText('Ten post usunęli moderatorzy. Powód: nie na temat.')).toBeVisible()
  await expect(reader.getByText('Skan z archiwum')).toBeHidden()
  await expect(reader.getByText('Dodam jeszcze plan')).toBeVisible()
  await expect(reader.getByText('Pod usuniętym postem nie można komentować.')).toBeVisible()

  const own = await site.newPage({ signedInAs: author, width: 390 })
  await open(own, '/notifications?filter=moderation')
  await own.getByRole('link', { name: `Moderatorzy r/${category.name} usunęli Twój post` }).click()
  const decision = own.getByRole('article', { name: `Usunięto Twój post w r/${category.name}` })
  await expect(decision).toContainText('nie na temat')
  await expect(decision).toContainText('Prosimy do r/mapy')
  await site.check(own)
  await decision.getByRole('link', { name: 'Stare mapy miasta' }).click()
  await expect(own.getByText('Skan z archiwum')).toBeVisible()

  await tools.getByRole('button', { name: 'Przywróć' }).click()
  await expect(tools.getByRole('button', { name: 'Zdejmij' })).toBeVisible()
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Stare mapy miasta')

  const ofComment = mod.locator(`#comment-${comment.id} > article`)
  await ofComment.getByText('⋯').click()
  await ofComment.getByRole('button', { name: 'Zdejmij' }).click()
  const second = mod.getByRole('dialog', { name: 'Zdejmij komentarz' })
  await second.getByRole('combobox').selectOption('spam')
  await second.getByRole('button', { name: 'Zdejmij' }).click()
  await expect(ofComment).toContainText('Ten komentarz usunęli moderatorzy. Powód: spam.')
  await expect(ofComment).toContainText('Dodam jeszcze plan')
  await expect(reader.locator(`#comment-${comment.id} > article`)).not.toContainText('Dodam jeszcze plan')
  await expect(reader.getByText('Dziękuję')).toBeVisible()
  await ofComment.getByText('⋯').click()
  await ofComment.getByRole('button', { name: 'Przywróć' }).click()
  await expect(reader.locator(`#comment-${comment.id} > article`)).toContainText('Dodam jeszcze plan')
})

test('MOD-2 a moderator locks and pins a post from its toolbar', async () => {
  const { moderator, post } = await scene()
  const mod = await site.newPage({ signedInAs: moderator, width: 1280 })
  await open(mod, `/post/${post.id}`)
  const tools = mod.getByRole('group', { name: 'Moderacja' })
  const head = mod.getByRole('article', { name: 'Stare mapy miasta' })
  await tools.getByRole('button', { name: 'Przypnij' }).click()
  await expect(head.getByText('przypięty')).toBeVisible()
  await tools.getByRole('button', { name: 'Zamknij rozmowę' }).click()
  await expect(head.getByText('rozmowa zamknięta')).toBeVisible()
  // Moderators can still write in a locked discussion.
  await expect(mod.getByRole('textbox', { name: 'Dodaj komentarz' })).toBeVisible()
  const reader = await site.newPage({ signedInAs: await createUser(db) })
  await open(reader, `/post/${post.id}`)
  await expect(reader.getByText(CLOSED)).toBeVisible()
  await expect(reader.getByRole('button', { name: /^Odpowiedz/ })).toHaveCount(0)
  await tools.getByRole('button', { name: 'Otwórz rozmowę' }).click()
  await expect(head.getByText('rozmowa zamknięta')).toBeHidden()
  await open(reader, `/post/${post.id}`)
  await expect(reader.getByText(CLOSED)).toBeHidden()
  await expect(reader.getByRole('textbox', { name: 'Dodaj komentarz' })).toBeVisible()
})

const isRed = (button: Locator) =>
  button.evaluate((one) => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.backgroundColor = 'var(--danger)'
    const { backgroundColor } = getComputedStyle(probe)
    probe.remove()
    return getComputedStyle(one).backgroundColor === backgroundColor
  })

test.each([
  ['pl', 390, false],
  ['en', 1280, true],
] as const)(
  'MOD-1,3 each moderation tool explains itself in %s, and only destructive ones are red',
  async (lang, width, dark) => {
    const { moderator, post, comment } = await scene()
    const { tools, member } = { pl, en }[lang]
    const { deletion } = catalog(lang)
    const mod = await site.newPage({ signedInAs: moderator, lang, width, dark })
    await open(mod, `/post/${post.id}`)
    const toolbar = mod.getByRole('group', { name: tools.label })
    await expect(toolbar.getByRole('button')).toHaveText([
      tools.remove,
      tools.lock,
      tools.pin,
      tools.author,
      deletion.byStaff,
    ])
    await expect(mod.locator('.post__foot').getByRole('button', { name: deletion.yes })).toHaveCount(0)
    await toolbar.getByRole('button', { name: tools.remove }).click()
    const removal = mod.getByRole('dialog', { name: tools.removeTitle.post })
    await expect(removal).toContainText(tools.removeLead)
    expect(await isRed(removal.getByRole('button', { name: tools.removeNow }))).toBe(true)
    await site.check(mod)
    await mod.keyboard.press('Escape')
    await toolbar.getByRole('button', { name: deletion.byStaff }).click()
    const question = mod.getByRole('alertdialog')
    await expect(question).toContainText(deletion.byStaffText)
    expect(await isRed(question.getByRole('button', { name: deletion.byStaff }))).toBe(true)
    await mod.keyboard.press('Escape')
    await toolbar.getByRole('button', { name: tools.author }).click()
    expect(await isRed(mod.getByRole('dialog').getByRole('button', { name: member.warn, exact: true }))).toBe(false)
    await mod.getByRole('dialog').getByRole('tab', { name: member.tabs.ban }).click()
    expect(await isRed(mod.getByRole('dialog').getByRole('button', { name: member.ban, exact: true }))).toBe(true)
    await mod.keyboard.press('Escape')
    await mod.locator(`#comment-${comment.id} > article`).getByText('⋯').click()
    const menu = mod.locator(`#comment-${comment.id} > article .dropdown__panel`)
    for (const [name, hint] of [
      [tools.remove, tools.hints.remove],
      [deletion.byStaff, tools.hints.erase],
    ] as const) {
      await expect(menu.getByRole('button', { name })).toContainText(hint!)
    }
    await site.check(mod)
  },
)
