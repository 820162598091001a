import { useEffect, useRef, useState } from 'react'
import type { CallOptions } from '#shared/api/contract.ts'
import { CallError } from '#shared/api/errors.ts'
import { failureText, hasOwnToast } from '#site/core/call-failed.ts'

/** At a `share` of 1 the server is checking the file. */
export type Sending = { name: string; share: number }

/** `retry` is null if the server would refuse the same file again. */
export type UploadFailure = { text: string; retry: (() => void) | null }

const isRefused = (error: unknown) => error instanceof CallError && [413, 415, 422].includes(error.status)

/** Uploads one file at a time; unmounting the component cancels the upload. */
export function useUpload<T>({
  check,
  send,
  onSent,
  fallback,
}: {
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
    const problem = check(file)
    setFailure(problem === null ? null : { text: problem, retry: null })
    if (problem !== null) return
    const own = new AbortController()
    abort.current = own
    const isCurrent = () => abort.current === own
    setSending({ name: file.name, share: 0 })
    try {
      const answer = await send(file, {
        signal: own.signal,
        onProgress: (share) => {
          if (isCurrent()) setSending({ name: file.name, share })
        },
      })
      if (isCurrent()) onSent(answer)
    } catch (error) {
      if (!isCurrent()) return
      const text = hasOwnToast(error) ? fallback : failureText(error, fallback)
      setFailure({ text, retry: isRefused(error) ? null : () => void start(file) })
    } finally {
      if (isCurrent()) cancel()
    }
  }

  return { sending, failure, start: (file: File) => void start(file), cancel, clearFailure: () => setFailure(null) }
}
