import { beforeEach, describe, expect, test } from 'bun:test'

type Listener = (event: object) => void
type Shown = {
  tag: string
  title: string
  options: { body: string; data: object }
  isClosed: boolean
  close: () => void
}

const listeners = new Map<string, Listener>()
const shown: Shown[] = []
const opened: string[] = []
const focused: string[] = []
const badges: number[] = []
let tabs: string[] = []

const fakeScope = {
  addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
  location: new URL('https://watek.example/sw.js'),
  navigator: {
    setAppBadge: async (count: number) => void badges.push(count),
    clearAppBadge: async () => void badges.push(0),
  },
  registration: {
    showNotification: async (title: string, options: { body: string; tag: string; data: object }) => {
      const one = { tag: options.tag, title, options, isClosed: false, close: () => void (one.isClosed = true) }
      shown.push(one)
    },
    getNotifications: async () => shown.filter(({ isClosed }) => !isClosed),
  },
  clients: {
    matchAll: async () => tabs.map((url) => ({ url, focus: async () => void focused.push(url) })),
    openWindow: async (url: string) => void opened.push(url),
  },
}
const given = { self: fakeScope, CLIENT_VERSION: 'x', CLIENT_FILES: [] }
const before = Object.fromEntries(Object.keys(given).map((name) => [name, Reflect.get(globalThis, name)]))
Object.assign(globalThis, given)
// The module path is a variable, so that TypeScript does not check the worker as page code.
const worker: string = './push.ts'
const { listenForPush } = (await import(worker)) as { listenForPush: () => void }
Object.assign(globalThis, before)
listenForPush()

async function send(name: string, event: object): Promise<void> {
  const waiting: Promise<unknown>[] = []
  listeners.get(name)!({ ...event, waitUntil: (work: Promise<unknown>) => waiting.push(work) })
  await Promise.all(waiting)
}

const push = (message: unknown) => send('push', { data: { json: () => message } })

const NOTICE = {
  title: 'Ania odpowiada na Twój komentarz',
  body: 'Podasz przepis?',
  navigate: 'https://watek.example/post/1?comment=2#comment-2',
  tag: 'thread-1',
  lang: 'pl',
  app_badge: 3,
}

beforeEach(() => {
  for (const list of [shown, opened, focused, badges]) list.length = 0
  tabs = []
})

describe('push messages in the service worker', () => {
  test('PUSH-2 a push message shows a notification with its tag and sets the badge', async () => {
    await push({ web_push: 8030, notification: NOTICE })
    expect(shown).toMatchObject([
      { title: NOTICE.title, tag: 'thread-1', options: { body: NOTICE.body, data: { navigate: NOTICE.navigate } } },
    ])
    expect(badges).toEqual([3])
  })

  test('PUSH-2 a close message closes the notification with its tag and no other', async () => {
    await push({ web_push: 8030, notification: NOTICE })
    await push({ web_push: 8030, notification: { ...NOTICE, tag: 'messages-7' } })
    await push({ close: ['thread-1'], app_badge: 0 })
    expect(shown.map(({ tag, isClosed }) => [tag, isClosed])).toEqual([
      ['thread-1', true],
      ['messages-7', false],
    ])
    expect(badges.at(-1)).toBe(0)
  })

  test('a malformed push message is ignored', async () => {
    await send('push', { data: null })
    await send('push', {
      data: {
        json: () => {
          throw new SyntaxError('no JSON')
        },
      },
    })
    expect(shown).toEqual([])
  })

  const press = (navigate: unknown) => send('notificationclick', { notification: { data: { navigate }, close() {} } })

  test('PUSH-2 clicking a notification opens its URL, or focuses the tab that shows it', async () => {
    tabs = ['https://watek.example/']
    await press(NOTICE.navigate)
    expect(opened).toEqual([NOTICE.navigate])
    tabs = ['https://watek.example/post/1?comment=2']
    await press(NOTICE.navigate)
    expect(focused).toEqual(['https://watek.example/post/1?comment=2'])
    expect(opened).toHaveLength(1)
  })

  test('clicking a notification with a URL of another site opens nothing', async () => {
    await press('https://elsewhere.example/')
    await press(7)
    expect(opened).toEqual([])
  })
})
