import { expect, test } from 'bun:test'
import { openStores } from './testing/fixture.ts'
import { createUpdateSettings } from './update-settings.ts'

const FEED = 'https://updates.example.pl/console'

async function open({ confirms = true, stored = null as string | null } = {}) {
  const { settings } = await openStores({ update_feed: stored })
  const seen = { feeds: [] as (string | null)[], questions: [] as string[], checks: 0, changes: 0 }
  const updates = createUpdateSettings({
    settings,
    onChange: () => {
      seen.changes += 1
    },
    host: {
      confirmUpdateFeed: async (feed) => {
        seen.questions.push(feed)
        return confirms
      },
      updates: {
        setFeed: (feed) => {
          seen.feeds.push(feed)
        },
        check: () => {
          seen.checks += 1
        },
      },
    },
  })
  return { updates, settings, seen }
}

test('an update URL is saved after a system dialog that shows it', async () => {
  const { updates, settings, seen } = await open()
  expect(await updates.setFeed(` ${FEED} `)).toEqual({ ok: true })
  expect(seen).toEqual({ questions: [FEED], feeds: [FEED], checks: 0, changes: 1 })
  expect([settings.read().update_feed, updates.state()]).toEqual([FEED, 'waiting'])
})

test('an update URL declined in the dialog changes nothing', async () => {
  const { updates, settings, seen } = await open({ confirms: false })
  expect(await updates.setFeed(FEED)).toMatchObject({ ok: false, issue: 'feed_declined' })
  expect(seen).toEqual({ questions: [FEED], feeds: [], checks: 0, changes: 0 })
  expect([settings.read().update_feed, updates.state()]).toEqual([null, 'off'])
})

test('an update URL without https is refused before any dialog', async () => {
  const { updates, seen } = await open()
  expect(await updates.setFeed('http://updates.example.pl')).toMatchObject({ ok: false, issue: 'feed_not_secure' })
  expect([seen.questions, seen.feeds]).toEqual([[], []])
})

test('no dialog is needed to disable updates or to save the same update URL again', async () => {
  const { updates, seen } = await open({ stored: FEED })
  await updates.setFeed(FEED)
  await updates.setFeed('')
  expect([seen.questions, seen.feeds, updates.state()]).toEqual([[], [FEED, null], 'off'])
})

test('the updater starts with the stored update URL and checks for updates only while one is stored', async () => {
  const { updates, seen } = await open({ stored: FEED })
  updates.start()
  updates.check()
  await updates.setFeed('')
  updates.check()
  expect([seen.feeds, seen.checks]).toEqual([[FEED, null], 1])
  updates.setState('failed')
  expect(updates.state()).toBe('failed')
})
