import { expect, test } from 'bun:test'
import { isSendingLatest, sendLatest } from './latest-only.ts'

/** A fake server whose responses the test triggers; `settled` has the results that the caller was given. */
function server() {
  const requests: { value: boolean; answer: () => void; refuse: () => void }[] = []
  const settled: { confirmed: string; failure: { error: unknown } | null }[] = []
  const press = (value: boolean) =>
    sendLatest('key', value, {
      before: 'before',
      send: (sent) =>
        new Promise<string>((resolve, reject) => {
          requests.push({
            value: sent,
            answer: () => resolve(`server has ${sent}`),
            refuse: () => reject(new Error(`no ${sent}`)),
          })
        }),
      settle: (confirmed, failure) => {
        settled.push({ confirmed, failure })
      },
    })
  const values = () => requests.map(({ value }) => value)
  return { requests, settled, press, values }
}

test('only the last of several values set during a request is sent, and `settle` is called once', async () => {
  const { requests, settled, press, values } = server()
  const first = press(true)
  for (const value of [false, true, false]) void press(value)
  expect(values()).toEqual([true])
  expect(isSendingLatest('key')).toBe(true)
  requests[0]!.answer()
  await Bun.sleep(0)
  requests[1]!.answer()
  await first
  expect(values()).toEqual([true, false])
  expect(settled).toEqual([{ confirmed: 'server has false', failure: null }])
  expect(isSendingLatest('key')).toBe(false)
})

test('the value of the last successful request is restored if the next request fails', async () => {
  const { requests, settled, press } = server()
  const first = press(true)
  void press(false)
  requests[0]!.answer()
  await Bun.sleep(0)
  requests[1]!.refuse()
  await first
  expect(settled).toEqual([{ confirmed: 'server has true', failure: { error: new Error('no false') } }])
})

test('the former value is restored if all requests fail; an error followed by a success is not reported', async () => {
  const refused = server()
  const only = refused.press(true)
  refused.requests[0]!.refuse()
  await only
  expect(refused.settled).toEqual([{ confirmed: 'before', failure: { error: new Error('no true') } }])

  const healed = server()
  const first = healed.press(true)
  void healed.press(false)
  healed.requests[0]!.refuse()
  await Bun.sleep(0)
  healed.requests[1]!.answer()
  await first
  expect(healed.settled).toEqual([{ confirmed: 'server has false', failure: null }])
})

test.each(['beforeunload', 'pagehide'])(
  'a page left (%s) during a request sends the value that waits behind it once, with keepalive',
  async (event) => {
    const requests: { value: string; keepalive: boolean | undefined; answer: () => void }[] = []
    const press = (value: string) =>
      sendLatest('leaving', value, {
        before: '',
        send: (sent, options) =>
          new Promise<string>((resolve) => {
            requests.push({ value: sent, keepalive: options?.keepalive, answer: () => resolve(sent) })
          }),
        settle: () => {},
      })
    const sent = () => requests.map(({ value, keepalive }) => [value, keepalive])
    const done = press('first')
    dispatchEvent(new Event(event))
    expect(sent()).toEqual([['first', undefined]])
    void press('second')
    void press('third')
    dispatchEvent(new Event(event))
    expect(sent()).toEqual([
      ['first', undefined],
      ['third', true],
    ])
    requests[0]!.answer()
    await Bun.sleep(0)
    requests.at(-1)!.answer()
    await done
    const before = requests.length
    dispatchEvent(new Event(event))
    expect(requests.length).toBe(before)
  },
)
