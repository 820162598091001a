import { requestOf } from '#shared/api/client.ts'
import type { Endpoint } from '#shared/api/contract.ts'
import { publicContract } from '#shared/api/public.ts'
import { thingOf, type OutboxStorage, type Queued, type QueuedFile } from '#site/offline/outbox.ts'

/** Copies actions like the database of a browser, so that stored and read actions share no references. */
export function createMemoryStorage(files = new Map<string, QueuedFile & { account: string }>()): OutboxStorage {
  const actions = new Map<string, string>()
  return {
    list: async (account) =>
      [...actions.values()].map((json) => JSON.parse(json) as Queued).filter((action) => action.account === account),
    put: async (action) => void actions.set(action.id, JSON.stringify(action)),
    remove: async (id) => void actions.delete(id),
    file: async (url, account) => (files.get(url)?.account === account ? files.get(url)! : null),
    removeFile: async (url) => void files.delete(url),
  }
}

let number = 0

/** Creates an action as the site stores it in the outbox when a call is queued. */
export function actionOf(
  account: string,
  call: string,
  input: Record<string, unknown>,
  base: string | null = null,
): Queued {
  const [group, name] = call.split('.') as [keyof typeof publicContract, string]
  const endpoint = (publicContract[group] as Record<string, Endpoint>)[name]!
  const { url, json } = requestOf(endpoint, input)
  return {
    id: crypto.randomUUID(),
    account,
    number: ++number,
    call,
    thing: thingOf(call, input),
    method: endpoint.method,
    url,
    input: json === undefined ? {} : (JSON.parse(json) as Record<string, unknown>),
    base,
    queued_at: new Date().toISOString(),
    state: 'waiting',
    reason: null,
  }
}
