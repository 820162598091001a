import { expect, test } from 'bun:test'
import { makePng } from '#server/media/testing/pictures.ts'
import { createTestApp } from '#server/test/app.ts'
import { createCategory, createUser } from '#server/test/factories.ts'
import { browserOf } from '#server/test/forms/browser.ts'
import type { HtmlForm } from '#server/test/forms/html-forms.ts'
import { developmentAssets } from './assets.ts'
import { createPages } from './pages.ts'

const t = await createTestApp({}, createPages(developmentAssets('http://localhost:5173')))
const [creator, invited] = [await createUser(t.db), await createUser(t.db)]
const category = await createCategory(t.db, { creator, name: 'ogrodnicy' })
const founding = await browserOf(t, creator)
const api = await t.as(creator)
const png = (size: number) => new File([Uint8Array.from(makePng(size, 10))], `${size}.png`, { type: 'image/png' })
const fieldsOf = ({ fields }: HtmlForm) => Object.fromEntries(fields)
const SETTINGS = `/r/${category.name}/settings`
const settings = async (call: string, has: Record<string, string> = {}) =>
  founding.formIn(await founding.open(SETTINGS), call, has)
const withFields = (form: HtmlForm, ...more: [string, string][]) => ({ ...form, fields: [...form.fields, ...more] })
/** The forms for appearance and posting rules submit the same call; only the latter has the field `downvotes`. */
const writingForm = async () => {
  const { forms } = await founding.open(SETTINGS)
  const withDownvotes = forms.filter(({ controls }) => controls.some(({ name }) => name === 'downvotes'))
  return founding.formIn({ forms: withDownvotes }, 'categories.edit')
}

test('a form creates a community, and a form refused since the name is taken keeps the typed text', async () => {
  const form = founding.formIn(await founding.open('/create-community'), 'categories.create')
  const typed = { name: category.name, display_name: 'Ogród', description: 'O grządkach' }
  const refused = await founding.send(form, typed)
  expect([refused.status, refused.alert !== null]).toEqual([409, true])
  const again = founding.formIn(refused, 'categories.create')
  expect(fieldsOf(again)).toMatchObject(typed)
  const shown = founding.formIn(await founding.send(again, { name: 'dzialki', icon_url: png(9) }), 'categories.create')
  const { icon_url } = fieldsOf(shown)
  expect(icon_url).toStartWith('/media/')
  expect(await founding.send(shown)).toMatchObject({ status: 303, location: '/r/dzialki' })
  expect(await api.categories.byName({ name: 'dzialki' })).toMatchObject({ icon_url, description: 'O grządkach' })
})

test('name, text and icon of a community are changed by a form, the icon removed by a checkbox', async () => {
  const form = await settings('categories.edit')
  const refused = await founding.send(form, { display_name: ' ', description: 'Nowy opis' })
  expect(refused.status).toBe(422)
  expect(refused.html).toMatch(/<input[^>]*aria-invalid="true"[^>]*name="display_name"/)
  const again = founding.formIn(refused, 'categories.edit')
  expect(fieldsOf(again).description).toBe('Nowy opis')
  const withIcon = founding.formIn(
    await founding.send(again, { display_name: 'Ogrodnicy', icon_url: png(8) }),
    'categories.edit',
  )
  expect((await founding.send(withIcon)).location).toBe(SETTINGS)
  const changed = await api.categories.byName({ name: category.name })
  expect(changed).toMatchObject({ display_name: 'Ogrodnicy', description: 'Nowy opis' })
  expect(changed.icon_url).toStartWith('/media/')
  await founding.send(withFields(await settings('categories.edit'), ['_drop', 'icon_url']))
  expect((await api.categories.byName({ name: category.name })).icon_url).toBeNull()
})

test('checkboxes in the settings of a community are set and cleared', async () => {
  const form = await writingForm()
  expect(form.fields.filter(([name]) => name === 'downvotes').at(-1)).toEqual(['downvotes', 'on'])
  const off = form.fields.filter(([name, value]) => !(name === 'downvotes' && value === 'on'))
  await founding.send({ ...form, fields: [...off, ['hold_newcomers', 'on']] }, { posting: 'moderators' })
  const { downvotes, posting } = await api.categories.byName({ name: category.name })
  expect({ downvotes, posting }).toEqual({ downvotes: false, posting: 'moderators' })
  expect(fieldsOf(await writingForm())).toMatchObject({ hold_newcomers: 'on', downvotes: 'false' })
})

test('rules are added, reordered and deleted by a form', async () => {
  const titles = async () => (await api.categories.rules({ category_id: category.id })).rules.map(({ title }) => title)
  const first = { 'rules.0.title': 'Bez reklam', 'rules.1.title': 'Na temat' }
  await founding.send(await settings('categories.setRules'), first)
  expect(await titles()).toEqual(['Bez reklam', 'Na temat'])
  await founding.send(await settings('categories.setRules'), { '_order.rules.1': '1', 'rules.2.title': 'Grzecznie' })
  expect(await titles()).toEqual(['Na temat', 'Bez reklam', 'Grzecznie'])
  const before = (await api.categories.rules({ category_id: category.id })).rules
  await founding.send(withFields(await settings('categories.setRules'), ['_drop', 'rules.1']))
  expect((await api.categories.rules({ category_id: category.id })).rules).toEqual([before[0]!, before[2]!])

  const refused = await founding.send(await settings('categories.setRules'), { 'rules.2.text': 'Bez nazwy' })
  expect(refused.status).toBe(422)
  expect(fieldsOf(founding.formIn(refused, 'categories.setRules'))).toMatchObject({ 'rules.2.text': 'Bez nazwy' })
})

test('flairs are added and renamed by a form', async () => {
  await founding.send(await settings('categories.setFlairs'), { 'flairs.0.label': 'Pytanie', 'flairs.0.color': 'red' })
  const { flairs } = await api.categories.flairs({ category_id: category.id })
  expect(flairs).toMatchObject([{ label: 'Pytanie', color: 'red' }])
  await founding.send(await settings('categories.setFlairs'), { 'flairs.0.label': 'Pytania' })
  expect((await api.categories.flairs({ category_id: category.id })).flairs).toEqual([
    { ...flairs[0]!, label: 'Pytania' },
  ])
})

test('a moderator is invited and an invitation withdrawn by a form, which keeps a typed unknown name', async () => {
  const refused = await founding.send(await settings('moderators.invite'), { username: 'nikt_taki' })
  expect([refused.status, fieldsOf(founding.formIn(refused, 'moderators.invite')).username]).toEqual([404, 'nikt_taki'])
  await founding.send(await settings('moderators.invite'), { username: invited.username })
  const { invited: waiting } = await api.moderators.list({ category_id: category.id })
  expect(waiting.map(({ user }) => user.id)).toEqual([invited.id])
  await founding.send(await settings('moderators.remove', { user_id: String(invited.id) }))
  expect((await api.moderators.list({ category_id: category.id })).invited).toEqual([])
})
