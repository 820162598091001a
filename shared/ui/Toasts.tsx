import { createContext, useContext, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import CircleAlert from 'lucide/dist/esm/icons/circle-alert.mjs'
import CircleCheck from 'lucide/dist/esm/icons/circle-check.mjs'
import Info from 'lucide/dist/esm/icons/info.mjs'
import X from 'lucide/dist/esm/icons/x.mjs'
import { classNames } from './class-names.ts'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import { useTopLayer } from './top-layer.ts'
import {
  currentToasts,
  dismissToast,
  noToasts,
  showToast,
  subscribeToToasts,
  TOAST_TIME,
  type Toast,
  type ToastInput,
} from './toast-store.ts'

type ToastTexts = { region: string; close: string }

const TextsContext = createContext<ToastTexts>({ region: '', close: '' })
const icons = { error: CircleAlert, success: CircleCheck, info: Info }
/** Delay, because screen readers ignore a toast that appears while a closing dialog still makes the page inert. */
const SETTLED_MS = 200

const kit = {
  show: (toast: ToastInput) => showToast(toast),
  error: (text: string, action?: ToastInput['action']) => showToast({ kind: 'error', text, action }),
  success: (text: string, action?: ToastInput['action']) => showToast({ kind: 'success', text, action }),
  info: (text: string, action?: ToastInput['action']) => showToast({ kind: 'info', text, action }),
}

export const useToast = () => kit

export function ToastProvider({ texts, children }: { texts: ToastTexts; children: ReactNode }) {
  return (
    <TextsContext value={texts}>
      {children}
      <ToastRegion />
    </TextsContext>
  )
}

/** An open dialog makes the page inert, so each dialog has a toast region; only the topmost shows toasts. */
export function ToastRegion({ layer }: { layer?: string }) {
  const { region } = useContext(TextsContext)
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts, noToasts)
  const top = useTopLayer()
  const settledTop = useSettled(top)
  const shown = top === layer && settledTop === layer ? toasts : noToasts()

  return (
    <div className="toasts" role="region" aria-label={region} aria-live="polite">
      {shown.map((toast) => (
        <ToastItem key={toast.id} toast={toast} />
      ))}
    </div>
  )
}

/** Returns a value once it has not changed for `SETTLED_MS`. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

function ToastItem({ toast }: { toast: Toast }) {
  const { close } = useContext(TextsContext)
  const [held, setHeld] = useState(false)
  const icon = icons[toast.kind]

  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismissToast(toast.id), TOAST_TIME[toast.kind])
    return () => clearTimeout(timer)
  }, [held, toast.id, toast.kind])

  return (
    <div
      className={classNames('toast', `toast--${toast.kind}`)}
      role={toast.kind === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}>
      <Icon of={icon} size={20} />
      <div className="toast__text">
        {toast.text}
        {toast.action && (
          <a className="toast__action" href={toast.action.href}>
            {toast.action.label}
          </a>
        )}
      </div>
      <IconButton label={close} icon={<Icon of={X} size={18} />} onClick={() => dismissToast(toast.id)} />
    </div>
  )
}
