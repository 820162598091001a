import { isShortLived } from './live-keys.ts'
import type { MediaStorage } from './storage.ts'

const PARALLEL = 8
const PROGRESS_STEP = 1_000

/** Copies files that `to` lacks or has in another size, so that an interrupted copy can be repeated. */
export async function copyMedia(
  from: MediaStorage,
  to: MediaStorage,
  print: (line: string) => void = () => {},
): Promise<{ copied: number; present: number }> {
  const keys = from.keys()[Symbol.asyncIterator]()
  let [copied, present] = [0, 0]
  const copyNext = async (): Promise<boolean> => {
    const { value: key, done } = await keys.next()
    if (done) return false
    if (isShortLived(key)) return true
    const [source, target] = await Promise.all([from.get(key), to.get(key)])
    if (!source) return true
    if (target?.size === source.size) present += 1
    else {
      await to.put(key, source.body instanceof Blob ? source.body : await new Response(source.body).blob())
      copied += 1
    }
    if ((copied + present) % PROGRESS_STEP === 0) print(`${copied + present} files`)
    return true
  }
  await Promise.all(
    Array.from({ length: PARALLEL }, async () => {
      while (await copyNext()) {
        /* Each call copies one file. */
      }
    }),
  )
  return { copied, present }
}
