export type ToastKind = 'error' | 'success' | 'info'

export type ToastInput = { kind?: ToastKind; text: string; action?: { label: string; href: string } }

export type Toast = Required<Pick<ToastInput, 'kind' | 'text'>> & {
  id: string
  action?: { label: string; href: string }
  created: number
}

export const MAX_TOASTS = 3

/** Time in milliseconds for which a toast is shown. */
export const TOAST_TIME: Record<ToastKind, number> = { error: 8000, success: 5000, info: 5000 }

const KEY = 'toasts'
const STALE = 60_000
const NONE: readonly Toast[] = []

let toasts: readonly Toast[] = NONE
let restored = false
let made = 0
const listeners = new Set<() => void>()

function isAction(value: unknown): value is Toast['action'] {
  const action = value as Toast['action'] | null
  return typeof action?.label === 'string' && typeof action.href === 'string'
}

function isToast(value: unknown): value is Toast {
  const toast = value as Toast | null
  return (
    typeof toast?.id === 'string' &&
    typeof toast.text === 'string' &&
    Object.hasOwn(TOAST_TIME, toast.kind) &&
    Date.now() - toast.created < STALE &&
    (toast.action === undefined || isAction(toast.action))
  )
}

function restore() {
  restored = true
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    if (Array.isArray(kept)) toasts = kept.filter(isToast).slice(-MAX_TOASTS)
  } catch {
    toasts = NONE
  }
}

function set(next: readonly Toast[]) {
  toasts = next
  try {
    if (next.length > 0) sessionStorage.setItem(KEY, JSON.stringify(next))
    else sessionStorage.removeItem(KEY)
  } catch {
    // Without storage, a toast lasts only until its page is left.
  }
  listeners.forEach((listener) => listener())
}

/** Shows a toast, which replaces an earlier one with the same text and kind. */
export function showToast({ kind = 'info', text, action }: ToastInput): void {
  if (!restored) restore()
  const created = Date.now()
  const others = toasts.filter((toast) => toast.text !== text || toast.kind !== kind)
  set([...others, { id: `${created}-${++made}`, kind, text, action, created }].slice(-MAX_TOASTS))
}

export function dismissToast(id: string): void {
  set(toasts.filter((toast) => toast.id !== id))
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function currentToasts(): readonly Toast[] {
  if (!restored) restore()
  return toasts
}

export const noToasts = (): readonly Toast[] => NONE
