import type { AdminTexts } from '../../shared/i18n/pl/admin.ts'
import type { DesktopTexts } from '../../shared/i18n/pl/desktop.ts'
import type { ConsoleState, PageAction, Theme } from '../ipc.ts'

export type MenuEntry = {
  id?: string
  label?: string
  type?: 'separator' | 'radio' | 'submenu'
  role?:
    | 'undo'
    | 'redo'
    | 'cut'
    | 'copy'
    | 'paste'
    | 'selectAll'
    | 'resetZoom'
    | 'zoomIn'
    | 'zoomOut'
    | 'togglefullscreen'
    | 'toggleDevTools'
    | 'minimize'
    | 'close'
    | 'quit'
    | 'about'
    | 'hide'
    | 'hideOthers'
    | 'unhide'
    | 'services'
    | 'front'
  accelerator?: string
  enabled?: boolean
  checked?: boolean
  submenu?: MenuEntry[]
  click?: () => void
}

type QueueFilter = keyof AdminTexts['queue']['kinds']

type TabId = keyof AdminTexts['frame']['tabs']

export type MenuActions = {
  page: (action: PageAction) => void
  openTab: (tab: TabId) => void
  openQueue: (kind: QueueFilter) => void
  chooseServer: (address: string) => void
  signOut: () => void
  setTheme: (theme: Theme) => void
  setLanguage: (lang: ConsoleState['lang']) => void
  checkForUpdates: () => void
  about: () => void
}

const TABS: Record<TabId, { isForModerators: boolean }> = {
  dashboard: { isForModerators: false },
  database: { isForModerators: false },
  users: { isForModerators: false },
  posts: { isForModerators: true },
  categories: { isForModerators: true },
  streams: { isForModerators: false },
  reports: { isForModerators: true },
  aibot: { isForModerators: false },
}

export function tabsOfStaff(kind: 'admin' | 'moderator'): TabId[] {
  return (Object.keys(TABS) as TabId[]).filter((tab) => kind === 'admin' || TABS[tab].isForModerators)
}

const LANGUAGES = { pl: 'Polski', en: 'English' } as const
const line: MenuEntry = { type: 'separator' }

type Options = {
  isMac: boolean
  isDevelopment: boolean
  tabs: Record<TabId, string>
  kinds: Record<QueueFilter, string>
}

type Menu = {
  t: DesktopTexts['menu']
  state: ConsoleState
  staff: ConsoleState['servers'][number]['staff']
  actions: MenuActions
  options: Options
}

export function menuOf(
  t: DesktopTexts['menu'],
  state: ConsoleState,
  actions: MenuActions,
  options: Options,
): MenuEntry[] {
  const staff = state.servers.find(({ address }) => address === state.current)?.staff ?? null
  const menu: Menu = { t, state, staff, actions, options }
  const own = [fileMenu(menu), editMenu(menu), panelMenu(menu), viewMenu(menu), windowMenu(menu), helpMenu(menu)]
  return options.isMac ? [appMenu(menu), ...own] : own
}

/** The application menu, which only macOS has. */
function appMenu({ t, actions }: Menu): MenuEntry {
  return {
    label: t.app,
    submenu: [
      { label: t.about, click: actions.about },
      line,
      { id: 'settings', label: t.settings, accelerator: 'CmdOrCtrl+,', click: () => actions.page('settings') },
      line,
      { role: 'services', label: t.services },
      line,
      { role: 'hide', label: t.hide },
      { role: 'hideOthers', label: t.hideOthers },
      { role: 'unhide', label: t.unhide },
      line,
      { role: 'quit', label: t.quit },
    ],
  }
}

function fileMenu({ t, state, staff, actions, options: { isMac } }: Menu): MenuEntry {
  return {
    label: t.file,
    submenu: [
      {
        id: 'add-server',
        label: t.addServer,
        accelerator: 'CmdOrCtrl+Shift+N',
        click: () => actions.page('add-server'),
      },
      {
        id: 'servers',
        label: t.servers,
        type: 'submenu',
        enabled: state.servers.length > 0,
        submenu: state.servers.map(({ address }, index) => ({
          label: address,
          type: 'radio',
          checked: address === state.current,
          click: () => actions.chooseServer(address),
          ...(index < 9 && { accelerator: `CmdOrCtrl+Alt+${index + 1}` }),
        })),
      },
      line,
      {
        id: 'sign-out',
        label: t.signOut,
        enabled: staff !== null,
        accelerator: 'CmdOrCtrl+Shift+L',
        click: actions.signOut,
      },
      ...(isMac
        ? [line, { role: 'close', label: t.close } as const]
        : [
            line,
            { id: 'settings', label: t.settings, accelerator: 'CmdOrCtrl+,', click: () => actions.page('settings') },
            line,
            { role: 'quit', label: t.quit, accelerator: 'CmdOrCtrl+Q' } as const,
          ]),
    ],
  }
}

function editMenu({ t, staff, actions }: Menu): MenuEntry {
  return {
    label: t.edit,
    submenu: [
      { role: 'undo', label: t.undo },
      { role: 'redo', label: t.redo },
      line,
      { role: 'cut', label: t.cut },
      { role: 'copy', label: t.copy },
      { role: 'paste', label: t.paste },
      { role: 'selectAll', label: t.selectAll },
      line,
      {
        id: 'search',
        label: t.search,
        enabled: staff !== null,
        accelerator: 'CmdOrCtrl+F',
        click: () => actions.page('search'),
      },
    ],
  }
}

function panelMenu({ t, staff, actions, options: { tabs, kinds } }: Menu): MenuEntry {
  return {
    label: t.panel,
    submenu: [
      ...(staff ? tabsOfStaff(staff.kind) : []).map((tab, index) => ({
        id: `tab-${tab}`,
        label: tabs[tab],
        accelerator: `CmdOrCtrl+${index + 1}`,
        click: () => actions.openTab(tab),
      })),
      ...(staff
        ? [
            line,
            {
              id: 'queue',
              label: t.queue,
              type: 'submenu' as const,
              submenu: (Object.keys(kinds) as QueueFilter[]).map((kind) => ({
                id: `queue-${kind}`,
                label: kinds[kind],
                click: () => actions.openQueue(kind),
                ...(kind === 'all' && { accelerator: 'CmdOrCtrl+K' }),
              })),
            },
            line,
          ]
        : []),
      {
        id: 'refresh',
        label: t.refresh,
        enabled: staff !== null,
        accelerator: 'CmdOrCtrl+R',
        click: () => actions.page('refresh'),
      },
    ],
  }
}

function viewMenu({ t, state, actions, options: { isDevelopment } }: Menu): MenuEntry {
  return {
    label: t.view,
    submenu: [
      { role: 'resetZoom', label: t.resetZoom },
      { role: 'zoomIn', label: t.zoomIn },
      { role: 'zoomOut', label: t.zoomOut },
      line,
      {
        label: t.theme,
        type: 'submenu',
        submenu: (['system', 'light', 'dark'] as const).map((theme) => ({
          id: `theme-${theme}`,
          label: t.themes[theme],
          type: 'radio',
          checked: theme === state.theme,
          click: () => actions.setTheme(theme),
        })),
      },
      {
        label: t.language,
        type: 'submenu',
        submenu: (['pl', 'en'] as const).map((lang) => ({
          id: `lang-${lang}`,
          label: LANGUAGES[lang],
          type: 'radio',
          checked: lang === state.lang,
          click: () => actions.setLanguage(lang),
        })),
      },
      line,
      { role: 'togglefullscreen', label: t.fullScreen },
      ...(isDevelopment ? [{ role: 'toggleDevTools', label: t.devTools } as const] : []),
    ],
  }
}

function windowMenu({ t, options: { isMac } }: Menu): MenuEntry {
  return {
    label: t.window,
    submenu: [
      { role: 'minimize', label: t.minimize },
      ...(isMac ? [line, { role: 'front', label: t.front } as const] : [{ role: 'close', label: t.close } as const]),
    ],
  }
}

function helpMenu({ t, state, actions, options: { isMac } }: Menu): MenuEntry {
  return {
    label: t.help,
    submenu: [
      { id: 'shortcuts', label: t.shortcuts, accelerator: 'CmdOrCtrl+/', click: () => actions.page('shortcuts') },
      { id: 'updates', label: t.checkForUpdates, enabled: state.update_feed !== null, click: actions.checkForUpdates },
      ...(isMac ? [] : [line, { label: t.about, click: actions.about }]),
    ],
  }
}
