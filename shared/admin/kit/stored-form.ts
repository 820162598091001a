import { fromBase64, toBase64 } from '#shared/base64.ts'

const importKey = (key: string) =>
  crypto.subtle.importKey('raw', fromBase64(key), 'AES-GCM', false, ['encrypt', 'decrypt'])

async function seal(key: string, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const data = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv },
    await importKey(key),
    new TextEncoder().encode(text),
  )
  return toBase64(new Uint8Array(await new Blob([iv, data]).arrayBuffer()))
}

async function openSealed(keys: readonly string[], sealed: string): Promise<string | null> {
  const bytes = fromBase64(sealed)
  for (const key of keys) {
    const algorithm = { name: 'AES-GCM', iv: bytes.slice(0, 12) }
    const opened = crypto.subtle.decrypt(algorithm, await importKey(key), bytes.slice(12))
    const text = await opened.catch(() => null)
    if (text) return new TextDecoder().decode(text)
  }
  return null
}

/** Form text, encrypted in sessionStorage with keys from the server, so that it is unreadable after logout. */
export function storedForm(name: string, keys: readonly string[]) {
  let version = 0
  return {
    async read(): Promise<object | null> {
      try {
        const sealed = sessionStorage.getItem(name)
        const value: unknown = JSON.parse((sealed && (await openSealed(keys, sealed))) ?? 'null')
        return typeof value === 'object' ? value : null
      } catch {
        return null
      }
    },
    async write(values: object): Promise<void> {
      version += 1
      const own = version
      try {
        const sealed = await seal(keys[0]!, JSON.stringify(values))
        if (own === version) sessionStorage.setItem(name, sealed)
      } catch {}
    },
    remove(): void {
      version += 1
      try {
        sessionStorage.removeItem(name)
      } catch {}
    },
  }
}
