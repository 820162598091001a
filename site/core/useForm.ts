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
  /** The call that the form makes without scripts; `ids` differ between forms of one call. */
  call?: FormCall
  ids?: readonly (keyof T & string)[]
  exclude?: readonly (keyof T)[]
  initial: T
  /** The contract's schema, so that form and server refuse the same input. */
  schema: Schema
  /** Messages by field that override those of the schema. */
  rules?: (values: T) => Record<string, string>
  confirm?: () => Promise<boolean>
  /** May return the values to show afterwards; by default those of `initial`. */
  send: (values: T, idempotencyKey: string) => Promise<T | void>
  /** Called where the call waits in the outbox. */
  onQueued?: () => void
  fallback: string
}

function issuesOf(schema: Schema, values: object, texts: { invalid: string }): Record<string, string> {
  const found: Record<string, string> = {}
  for (const issue of v.safeParse(schema, values, { abortPipeEarly: true }).issues ?? []) {
    const field = String(issue.path?.[0]?.key ?? 'form')
    found[field] ??= (texts as Record<string, string>)[issue.message] ?? texts.invalid
  }
  return found
}

/** State of a form: validates, sends one request at a time, and stores the draft until it succeeded. */
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
    // React clears `currentTarget` after the handler.
    const form = event?.currentTarget
    if (sending.current) return
    const found = { ...issuesOf(schema, values, texts), ...rules?.(values) }
    setIssues(found)
    setFailure(null)
    if (Object.keys(found).length > 0) return focusFirst(form, found)
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
      // A refused form may change, so its next request is a new one; an unanswered request is repeated with the same
      // key.
      if (error instanceof CallError && error.status >= 400 && error.status < 500) key.current = null
      if (error instanceof CallError && Object.keys(error.issues).length > 0) {
        setIssues(error.issues)
        focusFirst(form, error.issues)
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
    /** Clears what is stored and leaves what is shown. */
    clearDraft,
  }
}

function focusFirst(form: EventTarget | undefined, issues: Record<string, string>): void {
  if (!(form instanceof HTMLFormElement)) return
  const first = [...form.elements].find((element) => 'name' in element && String(element.name).split('.')[0]! in issues)
  if (!(first instanceof HTMLElement)) return
  first.closest('details')?.setAttribute('open', '')
  first.focus()
}
