import { expect, test } from 'bun:test'
import { admin as adminEn } from '../../shared/i18n/en/admin.ts'
import { admin as adminPl } from '../../shared/i18n/pl/admin.ts'
import { desktopTexts } from '../../shared/i18n/desktop.ts'
import type { ConsoleState } from '../ipc.ts'
import { menuOf, tabsOfStaff, type MenuActions, type MenuEntry } from './menu.ts'

const HERE = 'https://forum.example.pl'
const said: unknown[] = []
const note =
  (name: string) =>
  (...args: unknown[]) => {
    said.push([name, ...args])
  }
const actions: MenuActions = {
  page: note('page'),
  openTab: note('openTab'),
  openQueue: note('openQueue'),
  chooseServer: note('chooseServer'),
  signOut: note('signOut'),
  setTheme: note('setTheme'),
  setLanguage: note('setLanguage'),
  checkForUpdates: note('checkForUpdates'),
  about: note('about'),
}

function stateOf(kind: 'admin' | 'moderator' | null, lang: 'pl' | 'en' = 'pl'): ConsoleState {
  const staff = kind && { kind, username: null, expires_at: '', is_kept: true }
  return {
    version: '1',
    platform: 'linux',
    lang,
    theme: 'dark',
    servers: [
      { address: HERE, staff, has_ended: false },
      { address: 'https://b.example', staff: null, has_ended: false },
    ],
    current: HERE,
    is_online: true,
    keeps_sign_in: true,
    pending_reports: 0,
    update_feed: null,
    update: 'off',
    place: '',
  }
}

function menu(state: ConsoleState, options: { isMac?: boolean; isDevelopment?: boolean } = {}) {
  const {
    frame: { tabs },
    queue: { kinds },
  } = state.lang === 'pl' ? adminPl : adminEn
  return menuOf(desktopTexts(state.lang).menu, state, actions, {
    isMac: false,
    isDevelopment: false,
    ...options,
    tabs,
    kinds,
  })
}

const everyEntry = (entries: MenuEntry[]): MenuEntry[] =>
  entries.flatMap((entry) => [entry, ...everyEntry(entry.submenu ?? [])])
const shortcutsOf = (entries: MenuEntry[]) => everyEntry(entries).flatMap(({ accelerator }) => accelerator ?? [])

test('DESK-5 the menu has its labels in both languages', () => {
  expect(menu(stateOf('admin')).map(({ label }) => label)).toEqual([
    'Plik',
    'Edycja',
    'Panel',
    'Widok',
    'Okno',
    'Pomoc',
  ])
  expect(menu(stateOf('admin', 'en')).map(({ label }) => label)).toEqual([
    'File',
    'Edit',
    'Panel',
    'View',
    'Window',
    'Help',
  ])
})

test("every menu item except separators has its own label instead of the system's", () => {
  const items = [...everyEntry(menu(stateOf('admin'))), ...everyEntry(menu(stateOf('admin'), { isMac: true }))]
  expect(items.filter(({ type, label }) => type !== 'separator' && !label)).toEqual([])
})

test('DESK-2 number keys open all eight tabs for an admin, and only their own tabs for a moderator', () => {
  const idsOf = (kind: 'admin' | 'moderator') =>
    everyEntry(menu(stateOf(kind))).filter(({ id }) => id?.startsWith('tab-'))
  expect(idsOf('admin').map(({ label, accelerator }) => `${accelerator} ${label}`)).toEqual([
    'CmdOrCtrl+1 Przegląd',
    'CmdOrCtrl+2 Baza danych',
    'CmdOrCtrl+3 Użytkownicy',
    'CmdOrCtrl+4 Posty',
    'CmdOrCtrl+5 Społeczności',
    'CmdOrCtrl+6 Streamy',
    'CmdOrCtrl+7 Zgłoszenia',
    'CmdOrCtrl+8 Bot AI',
  ])
  expect(tabsOfStaff('moderator')).toEqual(['posts', 'categories', 'reports'])
  idsOf('moderator')[2]!.click!()
  expect(said.at(-1)).toEqual(['openTab', 'reports'])
})

test('MOD-12 the menu lists the queue and each kind of its cases in both languages', () => {
  const queueOf = (lang: 'pl' | 'en') =>
    everyEntry(menu(stateOf('moderator', lang))).filter(({ id }) => id?.startsWith('queue'))
  expect(queueOf('pl').map(({ label }) => label)).toEqual([
    'Kolejka',
    'Wszystkie',
    'Zgłoszenia',
    'Wstrzymane',
    'Odwołania',
    'Nielegalne treści',
    'Wiadomości',
    'Rejestracje',
    'Załatwione',
  ])
  expect(queueOf('en').map(({ label }) => label)).toEqual([
    'Queue',
    'All',
    'Reports',
    'Held',
    'Appeals',
    'Illegal content',
    'Mail',
    'Registrations',
    'Done',
  ])
  queueOf('pl')[3]!.click!()
  expect(said.at(-1)).toEqual(['openQueue', 'held'])
})

test('DESK-5 no two menu items have the same shortcut', () => {
  const shortcuts = shortcutsOf(menu(stateOf('admin')))
  expect(new Set(shortcuts).size).toBe(shortcuts.length)
})

test('menu items that need a sign-in are disabled without one', () => {
  const offOf = (kind: 'admin' | null) =>
    everyEntry(menu(stateOf(kind)))
      .filter(({ enabled }) => enabled === false)
      .map(({ id }) => id)
  expect(offOf(null)).toEqual(['sign-out', 'search', 'refresh', 'updates'])
  expect(offOf('admin')).toEqual(['updates'])
})

test('the menu chooses between servers and marks the chosen one', () => {
  const servers = everyEntry(menu(stateOf('admin'))).find(({ id }) => id === 'servers')!.submenu!
  expect(servers.map(({ label, checked, accelerator }) => [label, checked, accelerator])).toEqual([
    [HERE, true, 'CmdOrCtrl+Alt+1'],
    ['https://b.example', false, 'CmdOrCtrl+Alt+2'],
  ])
})

test('the menu has developer tools in development only', () => {
  const hasTools = (isDevelopment: boolean) =>
    everyEntry(menu(stateOf('admin'), { isDevelopment })).some(({ role }) => role === 'toggleDevTools')
  expect(hasTools(true)).toBe(true)
  expect(hasTools(false)).toBe(false)
})
