import { useEffect, useRef, useState } from 'react'
import type { CallOptions } from '#shared/api/contract.ts'
import { CallError } from '#shared/api/errors.ts'
import { failureText, isToldAlready } from '#site/app/call-failed.ts'

/** A file on its way; `share` of 0 to 1, and at 1 the server looks at it. */
export type Sending = { name: string, share: number }

/** What went wrong, and the file where another try may help. */
export type UploadFailure = { text: string, again: File | null }

/** Whether the server will say the same of the same file. */
const isRefused = (error: unknown) => error instanceof CallError && [413, 415, 422].includes(error.status)

/**
 * Sends one file at a time. `check` may refuse one with a sentence before it is sent; `send` makes the call; leaving the
 * screen breaks off.
 */
export function useUpload<T>({ check, send, onSent, fallback }: {
  check: (file: File) => string | null
  send: (file: File, options: CallOptions) => Promise<T>
  onSent: (answer: T) => void
  fallback: string
}) {
  const [sending, setSending] = useState<Sending | null>(null)
  const [failure, setFailure] = useState<UploadFailure | null>(null)
  const abort = useRef<AbortController | null>(null)

  function cancel(): void {
    abort.current?.abort()
    abort.current = null
    setSending(null)
  }

  useEffect(() => () => abort.current?.abort(), [])

  async function start(file: File): Promise<void> {
    cancel()
    const refused = check(file)
    setFailure(refused === null ? null : { text: refused, again: null })
    if (refused !== null) return
    const own = new AbortController()
    abort.current = own
    const isOn = () => abort.current === own
    setSending({ name: file.name, share: 0 })
    try {
      const answer = await send(file, { signal: own.signal, onProgress: (share) => { if (isOn()) setSending({ name: file.name, share }) } })
      if (isOn()) onSent(answer)
    } catch (error) {
      if (isOn()) setFailure({ text: isToldAlready(error) ? fallback : failureText(error, fallback), again: isRefused(error) ? null : file })
    } finally {
      if (isOn()) cancel()
    }
  }

  return { sending, failure, start: (file: File) => void start(file), cancel, forget: () => setFailure(null) }
}
