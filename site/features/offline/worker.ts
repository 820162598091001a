/** Text from the server counts as typed, because React puts both into the attribute `value`. */
const hasTypedText = (): boolean =>
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('textarea, input')].some(
    (field) => !['hidden', 'checkbox', 'radio', 'file'].includes(field.type) && field.value.trim() !== '',
  )

/** The name of the entry file is the version, because its hash changes with every module that the file loads. */
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
  // Reloads once for each version, since a server that still runs an older build would send the same page again.
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
  // The listener is added first, because the registration may activate a newer service worker at once.
  serviceWorker.addEventListener('controllerchange', () => void followNewer())
  const hadWorker = serviceWorker.controller !== null
  const registration = await serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  if (hadWorker) await registration.update().catch(() => {})
}
