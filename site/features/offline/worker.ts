/** Reloads the page for a newer worker, unless somebody is writing. */

const hasTypedText = (): boolean =>
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('textarea, input[type="text"]')].some(
    ({ value, defaultValue }) => value.trim() !== '' && value !== defaultValue,
  )

/** The name of the entry file, which changes with every module that it loads. */
const pageVersion = (): string | undefined => {
  const src = document.querySelector<HTMLScriptElement>('script[type="module"][src*="/entry-client-"]')?.src
  return src && new URL(src).pathname.slice(1)
}

function versionOf(worker: ServiceWorker): Promise<unknown> {
  const { port1, port2 } = new MessageChannel()
  const answer = new Promise<unknown>((resolve) => {
    port1.onmessage = ({ data }) => resolve(data)
  })
  worker.postMessage({ type: 'version' }, [port2])
  return answer
}

async function followNewer(): Promise<void> {
  const [own, worker] = [pageVersion(), navigator.serviceWorker.controller]
  if (own === undefined || worker === null || (await versionOf(worker)) === own || hasTypedText()) return
  // Prevents a second reload, since a server of an older build sends the same page again.
  const key = 'reloaded:worker'
  if (sessionStorage.getItem(key) === own) return
  sessionStorage.setItem(key, own)
  location.reload()
}

export async function startWorker(isOn: boolean): Promise<void> {
  const { serviceWorker } = navigator
  if (!serviceWorker) return
  if (!isOn) {
    for (const registration of await serviceWorker.getRegistrations()) await registration.update().catch(() => {})
    return
  }
  const hadWorker = serviceWorker.controller !== null
  const registration = await serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  if (hadWorker) {
    serviceWorker.addEventListener('controllerchange', () => void followNewer())
    await registration.update().catch(() => {})
  }
}
