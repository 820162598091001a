import * as v from 'valibot'
import { Lang, Place, Theme } from '../ipc.ts'
import { parseJson, queue, readText, writeText } from './files.ts'
import { MAX_SERVERS, serverAddress } from './servers.ts'
import { updateFeed } from './update-feed.ts'

const size = v.pipe(v.number(), v.finite())
const address = v.pipe(
  v.string(),
  v.check((text) => {
    const read = serverAddress(text)
    return 'address' in read && read.address === text
  }),
)
const feed = v.pipe(
  v.string(),
  v.check((text) => updateFeed(text) === text),
)

/** Each field has its own fallback, so that a broken file loses only its broken fields. */
const Settings = v.object({
  servers: v.fallback(v.pipe(v.array(address), v.maxLength(MAX_SERVERS)), []),
  current: v.fallback(v.nullable(address), null),
  lang: v.fallback(Lang, 'pl'),
  theme: v.fallback(Theme, 'system'),
  update_feed: v.fallback(v.nullable(feed), null),
  place: v.fallback(Place, ''),
  /** The highest report id already shown as a notification, by server. */
  seen_reports: v.fallback(v.record(v.string(), v.pipe(v.number(), v.integer())), {}),
  window: v.fallback(
    v.nullable(v.object({ x: size, y: size, width: size, height: size, is_maximized: v.boolean() })),
    null,
  ),
})
export type Settings = v.InferOutput<typeof Settings>

export type SettingsStore = {
  read: () => Settings
  change: (fields: Partial<Settings>) => Promise<void>
  saved: () => Promise<void>
}

export async function openSettings(file: string): Promise<SettingsStore> {
  const found = parseJson(await readText(file))
  let settings = v.parse(Settings, typeof found === 'object' && found !== null ? found : {})
  if (settings.current !== null && !settings.servers.includes(settings.current))
    settings = { ...settings, current: null }
  const enqueue = queue()
  const save = () => enqueue(() => writeText(file, `${JSON.stringify(settings, null, 2)}\n`))
  return {
    read: () => settings,
    change(fields) {
      settings = { ...settings, ...fields }
      return save()
    },
    saved: () => enqueue(async () => {}),
  }
}
