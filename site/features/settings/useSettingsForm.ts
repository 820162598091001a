import { useState } from 'react'
import { useForm } from '#site/core/useForm.ts'

type Options<T extends object> = Omit<Parameters<typeof useForm<T>>[0], 'send'> & {
  /** Returns the success message, and the values to show if they differ from `initial`. */
  send: (values: T, idempotencyKey: string) => Promise<{ done: string; values?: T }>
}

/** The form stays open after submitting and shows the message `done` until a field changes. */
export function useSettingsForm<T extends object>({ send, ...options }: Options<T>) {
  const [done, setDone] = useState<string | null>(null)
  const form = useForm<T>({
    ...options,
    send: async (values, idempotencyKey) => {
      setDone(null)
      const sent = await send(values, idempotencyKey)
      setDone(sent.done)
      return sent.values
    },
  })
  return {
    ...form,
    done: form.failure === null ? done : null,
    change: (part: Partial<T>) => {
      setDone(null)
      form.change(part)
    },
  }
}
