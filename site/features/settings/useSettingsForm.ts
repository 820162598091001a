import { useState } from 'react'
import { useForm } from '#site/core/useForm.ts'

type Options<T extends object> = Omit<Parameters<typeof useForm<T>>[0], 'send'> & {
  /** Returns the sentence about what was done, and the values to show where they differ from `initial`. */
  send: (values: T, idempotencyKey: string) => Promise<{ done: string; values?: T }>
}

/** A form that stays open after sending and shows `done` until it changes. */
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
