import { Dictionary } from './dictionary.ts'

let read: Promise<Dictionary> | undefined

/** The dictionary takes about 10 MB and, on first use, 200 ms of CPU time with pauses. */
export function polishDictionary(): Promise<Dictionary> {
  return (read ??= readDictionary())
}

async function readDictionary(): Promise<Dictionary> {
  const folder = new URL('.', import.meta.resolve('dictionary-pl'))
  const [aff, dic, irregular] = await Promise.all([
    Bun.file(new URL('index.aff', folder)).text(),
    Bun.file(new URL('index.dic', folder)).bytes(),
    Bun.file(new URL('irregular.txt', import.meta.url)).text(),
  ])
  return Dictionary.read({ aff, dic, irregular, pause: everyFewMs() })
}

const MS_AT_ONCE = 5

function everyFewMs(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < MS_AT_ONCE) return
    await new Promise((resolve) => setImmediate(resolve))
    since = performance.now()
  }
}
