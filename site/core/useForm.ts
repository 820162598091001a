import { useRef, useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import * as v from 'valibot'
import { CallError } from '#shared/api/errors.ts'
import type { Schema } from '#shared/api/contract.ts'
import { useTexts } from '#shared/texts.ts'
import { hasOwnToast } from './call-failed.ts'
import type { FormCall } from './form-call.ts'
import { useFailedForm } from './useFailedForm.ts'
import { useDraft } from './useDraft.ts'

type Options<T extends object> = {
  draft: string | null
  /** The call that the form makes without JavaScript; `ids` distinguish forms that make the same call. */
  call?: FormCall
  ids?: readonly (keyof T & string)[]
  exclude?: readonly (keyof T)[]
  initial: T
  /** The schema of the API contract, so that form and server refuse the same input. */
  schema: Schema
  /** Returns messages by field, which take precedence over those of the schema. */
  rules?: (values: T) => Record<string, string>
  confirm?: () => Promise<boolean>
  /** Returns the values to show afterwards; without them, the form shows `initial` again. */
  send: (values: T, idempotencyKey: string) => Promise<T | void>
  onQueued?: () => void
  fallback: string
}

type Issues = Record<string, string>

function issuesOf(schema: Schema, values: object, texts: { invalid: string }): Issues {
  const found: Issues = {}
  for (const issue of v.safeParse(schema, values, { abortPipeEarly: true }).issues ?? []) {
    const field = String(issue.path?.[0]?.key ?? 'form')
    found[field] ??= (texts as Record<string, string>)[issue.message] ?? texts.invalid
  }
  return found
}

/** Validates the fields, sends one request at a time, and stores a draft until a request succeeds. */
export function useForm<T extends object>({
  draft,
  call,
  ids = [],
  exclude,
  initial,
  schema,
  rules,
  confirm,
  send,
  onQueued,
  fallback,
}: Options<T>) {
  const texts = useTexts('issues')
  const failed = useFailedForm(call, initial, ids)
  const [values, change, reset, clearDraft] = useDraft(failed ? null : draft, failed?.values ?? initial, exclude)
  const [issues, setIssues] = useState<Record<string, string>>(failed?.issues ?? {})
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const sending = useRef(false)
  const key = useRef<string | null>(null)

  async function submit(event?: FormEvent): Promise<void> {
    event?.preventDefault()
    // React clears `currentTarget` after the handler returns.
    const form = event?.currentTarget
    if (sending.current) return
    const found = { ...issuesOf(schema, values, texts), ...rules?.(values) }
    setFailure(null)
    if (Object.keys(found).length > 0) return showIssues(form, found, setIssues)
    setIssues({})
    sending.current = true
    if (confirm && !(await confirm())) {
      sending.current = false
      return
    }
    setBusy(true)
    key.current ??= crypto.randomUUID()
    try {
      const next = await send(values, key.current)
      key.current = null
      reset(next ?? initial)
    } catch (error) {
      if (error instanceof CallError && error.code === 'queued') {
        key.current = null
        reset(initial)
        onQueued?.()
        return
      }
      // A request without a response is retried with the same key; a refused form may change, so it gets a new key.
      if (error instanceof CallError && error.status >= 400 && error.status < 500) key.current = null
      if (error instanceof CallError && Object.keys(error.issues).length > 0) {
        showIssues(form, error.issues, setIssues)
      } else if (!hasOwnToast(error)) {
        flushSync(() => setFailure(error instanceof CallError ? (error.detail ?? fallback) : fallback))
        form?.querySelector('[role=alert]')?.scrollIntoView({ block: 'nearest' })
      }
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  return {
    values,
    change: (part: Partial<T>) => {
      change(part)
      setIssues((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !(field in part))))
    },
    issues,
    failure,
    setFailure,
    isBusy,
    submit,
    reset,
    /** Deletes the stored draft; the fields keep their values. */
    clearDraft,
  }
}

/** Focuses the first field that has an issue, so that screen readers read the field and the issue. */
function showIssues(form: EventTarget | undefined, found: Issues, show: (issues: Issues) => void): void {
  if (!(form instanceof HTMLFormElement)) return show(found)
  const first = [...form.elements].find((element) => 'name' in element && String(element.name).split('.')[0]! in found)
  const speak = keepSilent(form)
  flushSync(() => show(found))
  speak()
  if (!(first instanceof HTMLElement)) return
  first.closest('details')?.setAttribute('open', '')
  first.focus()
}

/** Time in milliseconds that a screen reader needs to notice a change of the page. */
const NOTICED_MS = 1_000

/** Silences error messages, since screen readers read them with the focused field; the result turns them on again. */
function keepSilent(form: HTMLFormElement): () => void {
  const own = `${document.activeElement?.id}-error`
  const errors = [...form.querySelectorAll('.field__error')].filter(({ id }) => id !== own)
  for (const error of errors) error.setAttribute('aria-live', 'off')
  return () => setTimeout(() => errors.forEach((error) => error.setAttribute('aria-live', 'polite')), NOTICED_MS)
}
