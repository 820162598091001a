import { expect, test } from 'bun:test'
import { createNavigation } from './navigation.ts'
import { openStores } from './testing/fixture.ts'

async function open() {
  const { settings } = await openStores()
  const calls: unknown[] = []
  const navigation = createNavigation(settings, {
    emit: (...event) => {
      calls.push(event)
    },
    focusWindow: () => {
      calls.push('focus')
    },
  })
  return { navigation, settings, calls }
}

test('DESK-5 a report opens in the window, and its URL query is stored', async () => {
  const { navigation, settings, calls } = await open()
  navigation.showReport(12)
  expect([calls, settings.read().place]).toEqual([['focus', ['go', 'tab=reports&report=12']], 'tab=reports&report=12'])
})

test('a reset of the navigation opens the first tab without focusing the window', async () => {
  const { navigation, settings, calls } = await open()
  navigation.open('tab=users')
  navigation.reset()
  expect([calls.slice(2), settings.read().place]).toEqual([[['go', '']], ''])
})
