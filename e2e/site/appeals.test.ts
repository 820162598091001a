import { test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright'
import { catalog } from '#shared/i18n/index.ts'
import { moderation as en } from '#shared/i18n/en/moderation.ts'
import { notifications as noticesEn } from '#shared/i18n/en/notifications.ts'
import { moderation as pl } from '#shared/i18n/pl/moderation.ts'
import { notifications as noticesPl } from '#shared/i18n/pl/notifications.ts'
import { banMember, decideAppeal, lockMember, lockContent, removeContent } from '#server/features/moderation/index.ts'
import { replaceRules } from '#server/features/categories/settings/queries.ts'
import { appeal } from '#server/features/moderation/tables.ts'
import { createCategory, createComment, createPost, createUser, joinCategory } from '#server/test/factories.ts'
import { expect, reload, startSite, untilHydrated } from '../harness.ts'

const site = await startSite()
const { db } = site

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await untilHydrated(page)
}

const LANGS = {
  pl: {
    texts: pl,
    titles: noticesPl,
    said: 'To była skarga na wykonawcę, nie reklama.',
    answer: 'Przepraszamy, to pomyłka.',
  },
  en: {
    texts: en,
    titles: noticesEn,
    said: 'I complained about a builder, I did not advertise.',
    answer: 'We are sorry, this was a mistake.',
  },
}

test.each(['pl', 'en'] as const)(
  'MOD-5 the author, in %s, is notified of a removal and appeals without losing text; another moderator restores it',
  async (lang) => {
    const {
      texts: { appeals: texts, decisions, tools },
      titles,
      said,
      answer,
    } = LANGS[lang]
    const { posts } = catalog(lang)
    const [author, first, second] = [
      await createUser(db, { language: lang }),
      await createUser(db),
      await createUser(db),
    ]
    const category = await createCategory(db, { creator: first })
    await joinCategory(db, second, category, { is_moderator: true })
    await joinCategory(db, author, category)
    const post = await createPost(db, { author, category, title: 'Remont kamienicy', content: 'Zdjęcia sprzed lat' })

    const mod = await site.newPage({ signedInAs: first, lang })
    await open(mod, `/post/${post.id}`)
    await mod.getByRole('group', { name: tools.label }).getByRole('button', { name: tools.remove }).click()
    const dialog = mod.getByRole('dialog', { name: tools.removeTitle.post })
    await dialog.getByRole('combobox', { name: tools.reason }).selectOption('spam')
    await dialog.getByRole('button', { name: tools.removeNow }).click()
    await expect(mod.getByRole('button', { name: tools.restore })).toBeVisible()
    const mail = await site.mailTo(author.email!)
    expect(mail.text).toContain(titles.decided.removed(category.name, false))
    const link = /https?:\S+(\/decisions#decision-\d+)/.exec(mail.text)![1]!

    const own = await site.newPage({
      signedInAs: author,
      lang,
      width: lang === 'pl' ? 390 : 1280,
      dark: lang === 'en',
      expectErrors: [/net::ERR_FAILED/],
    })
    await open(own, link)
    const decision = own.getByRole('article', { name: decisions.what.removed(category.name, false) })
    await expect(decision).toContainText(posts.reasons.spam)
    await decision.getByRole('button', { name: texts.open }).click()
    const area = decision.getByRole('textbox', { name: texts.label })
    await expect(area).toBeFocused()
    await area.fill(said.slice(0, 10))
    await decision.getByRole('button', { name: texts.send }).click()
    await expect(area).toHaveAttribute('aria-invalid', 'true')
    await area.fill(said)
    await own.route('**/api/account/decisions/*/appeal', (route) => route.abort(), { times: 1 })
    await decision.getByRole('button', { name: texts.send }).click()
    await expect(decision.getByText(texts.failed)).toBeVisible()
    await reload(own)
    await untilHydrated(own)
    await decision.getByRole('button', { name: texts.open }).click()
    await expect(area).toHaveValue(said)
    await decision.getByRole('button', { name: texts.send }).click()
    const state = decision.getByRole('region', { name: texts.yours })
    await expect(state).toBeFocused()
    await expect(state).toContainText(said)
    await expect(state).toContainText(texts.status.open)
    await site.check(own)

    const [asked] = await db.select({ id: appeal.id }).from(appeal).where(eq(appeal.user_id, author.id))
    await db.transaction((tx) =>
      decideAppeal(
        tx,
        asked!.id,
        { outcome: 'overturned', answer },
        { by: { id: second.id, isAdmin: false }, now: new Date() },
      ),
    )
    await open(own, '/notifications?filter=moderation')
    await own.getByRole('link', { name: titles.titles.appeal_overturned }).click()
    await expect(state).toContainText(texts.status.overturned)
    await expect(state).toContainText(answer)
    await expect(decision).not.toContainText(decisions.next.removed!)
    await expect(own.getByRole('article', { name: decisions.what.restored(category.name, false) })).toBeVisible()
    await site.check(own)
    await decision.getByRole('link', { name: 'Remont kamienicy' }).click()
    await expect(own.getByText('Zdjęcia sprzed lat')).toBeVisible()
    await expect(own.getByRole('heading', { level: 1 })).toHaveText('Remont kamienicy')
  },
)

test('MOD-3 MOD-12 a moderator warns, bans and adds a note from a comment; the banned member sees why', async () => {
  const [moderator, member] = [await createUser(db), await createUser(db)]
  const category = await createCategory(db, { creator: moderator })
  await joinCategory(db, member, category)
  const post = await createPost(db, { category, title: 'Targ staroci' })
  const comment = await createComment(db, { author: member, post, content: 'Tylko u mnie najtaniej' })
  await db.transaction((tx) => replaceRules(tx, category.id, [{ title: 'Bez reklam', text: '' }], new Date()))

  const mod = await site.newPage({ signedInAs: moderator, width: 390 })
  await open(mod, `/post/${post.id}`)
  const spot = mod.locator(`#comment-${comment.id} > article`)
  const dialog = mod.getByRole('dialog', { name: `u/${member.username} w r/${category.name}` })
  const openDialog = async () => {
    await spot.getByText('⋯').click()
    await spot.getByRole('button', { name: 'Ostrzeż lub zablokuj' }).click()
  }
  await openDialog()
  await site.check(mod)
  await dialog.getByRole('textbox', { name: 'Treść ostrzeżenia' }).fill('Prosimy bez reklam')
  await dialog.getByRole('button', { name: 'Ostrzeż' }).click()
  await expect(dialog.getByRole('status').filter({ hasText: 'Ostrzeżenie zostało wysłane' })).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Treść ostrzeżenia' })).toHaveValue('')
  await dialog.getByRole('tab', { name: 'Notatki' }).click()
  await dialog.getByRole('textbox', { name: 'Nowa notatka' }).fill('Drugie konto?')
  await dialog.getByRole('button', { name: 'Dodaj notatkę' }).click()
  await expect(dialog.getByRole('listitem')).toContainText('Drugie konto?')
  await expect(dialog.getByRole('textbox', { name: 'Nowa notatka' })).toHaveValue('')
  await site.check(mod)
  await dialog.getByRole('tab', { name: 'Blokada' }).click()
  await dialog.getByRole('button', { name: 'Zablokuj' }).click()
  await expect(dialog.getByText('Wybierz powód.')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Powód' }).selectOption('spam')
  await site.check(mod)
  await dialog.getByRole('button', { name: 'Zablokuj' }).click()
  await expect(dialog).toBeHidden()

  const own = await site.newPage({ signedInAs: member, width: 1280 })
  await open(own, `/post/${post.id}`)
  const refusal = own.getByText(`nie możesz pisać ani głosować w r/${category.name}`)
  await expect(refusal).toBeVisible()
  await expect(own.getByRole('textbox', { name: 'Dodaj komentarz' })).toHaveCount(0)
  await expect(own.getByRole('button', { name: /^Odpowiedz/ })).toHaveCount(0)
  await site.check(own)
  await open(own, `/submit?community=${category.name}`)
  await expect(refusal).toBeVisible()
  await own.getByRole('link', { name: 'Zobacz decyzję' }).click()
  await expect(own.getByRole('article', { name: `Nie możesz na razie pisać w r/${category.name}` })).toBeVisible()
  await expect(own.getByRole('article', { name: `Ostrzeżenie w r/${category.name}` })).toContainText(
    'Prosimy bez reklam',
  )

  await openDialog()
  await dialog.getByRole('tab', { name: 'Blokada' }).click()
  await dialog.getByRole('button', { name: 'Zdejmij blokadę' }).click()
  await expect(dialog.getByText('Blokada trwa')).toHaveCount(0)
  await dialog.locator('.dialog__head').getByRole('button', { name: 'Zamknij' }).click()
  await expect(dialog).toBeHidden()
  await open(own, `/post/${post.id}`)
  await expect(own.getByRole('textbox', { name: 'Dodaj komentarz' })).toBeVisible()

  await spot.getByText('⋯').click()
  await spot.getByRole('button', { name: 'Zdejmij' }).click()
  const removal = mod.getByRole('dialog', { name: 'Zdejmij komentarz' })
  await removal.getByRole('combobox', { name: 'Powód' }).selectOption('rule')
  await removal.getByRole('combobox', { name: 'Zasada społeczności' }).selectOption('Bez reklam')
  await site.check(mod)
  await removal.getByRole('button', { name: 'Zdejmij' }).click()
  await expect(spot).toContainText('Powód: Bez reklam.')
})

test('MOD-3 a suspended member sees reason and end above every page, and may appeal', async () => {
  const member = await createUser(db)
  await createPost(db, { title: 'Każdy to czyta' })
  await db.transaction(async (tx) =>
    banMember(
      tx,
      await lockMember(tx, member.id),
      null,
      { days: 3, reason_code: 'harassment', text: 'Trzy dni przerwy' },
      { by: { id: null, isAdmin: true }, now: new Date() },
    ),
  )
  const own = await site.newPage({ signedInAs: member, width: 390, dark: true })
  await own.clock.install()
  await open(own, '/?feed=all')
  const banner = own.getByText('Twoje konto jest zawieszone do')
  await expect(banner).toBeVisible()
  await expect(own.getByText('Każdy to czyta')).toBeVisible()
  await expect(own.locator('section', { has: banner })).toHaveCSS('aspect-ratio', 'auto')
  await site.check(own)
  await own.getByRole('link', { name: 'Zobacz decyzję' }).click()
  const decision = own.getByRole('article', { name: 'Twoje konto zostało zawieszone' })
  await expect(decision).toContainText('Trzy dni przerwy')
  await decision.getByRole('button', { name: 'Odwołaj się' }).click()
  await decision.getByRole('textbox').fill('To była odpowiedź na zaczepkę, przepraszam.')
  await decision.getByRole('button', { name: 'Wyślij odwołanie' }).click()
  await expect(decision.getByRole('region', { name: 'Twoje odwołanie' })).toBeVisible()
  await expect(banner).toBeVisible()
  await own.clock.setSystemTime(Date.now() + 4 * 86_400_000)
  await own.clock.runFor(40_000)
  await expect(banner).toBeHidden()
})

test('MOD-5 the second column of the list of decisions stays aligned whatever the first column contains', async () => {
  const member = await createUser(db)
  const category = await createCategory(db)
  const post = await createPost(db, { author: member, category, title: 'Kolej na Helu' })
  const by = { by: { id: null, isAdmin: true }, now: new Date() }
  await db.transaction(async (tx) =>
    removeContent(tx, await lockContent(tx, { kind: 'post', id: post.id }), { reason_code: 'spam', text: '' }, by),
  )
  await db.transaction(async (tx) =>
    banMember(
      tx,
      await lockMember(tx, member.id),
      category.id,
      { days: 3, reason_code: 'spam', text: 'Trzeci raz' },
      by,
    ),
  )
  for (const [lang, width] of [
    ['pl', 390],
    ['en', 1280],
  ] as const) {
    const page = await site.newPage({ signedInAs: member, lang, width })
    await open(page, '/decisions')
    const values = page.locator('.decision__facts dd')
    await expect(values).toHaveCount(3)
    const edges = await values.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left))
    expect(new Set(edges).size).toBe(1)
    const cut = await page
      .locator('.decision__facts dt')
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length)
    expect(cut).toBe(0)
    await site.check(page)
  }
})
