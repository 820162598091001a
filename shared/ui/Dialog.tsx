import { useEffect, useId, useRef, type MouseEvent, type ReactNode } from 'react'
import X from 'lucide-react/icons/x'
import { classNames } from './class-names.ts'
import { IconButton } from './IconButton.tsx'
import { ToastRegion } from './Toasts.tsx'
import { openLayer } from './top-layer.ts'

type DialogProps = {
  open: boolean
  /** Asked for by Escape, the cross and a press beside the dialog. */
  onClose: () => void
  title: ReactNode
  /** The name of the cross; without it there is none, for a question whose buttons say all. */
  closeLabel?: string
  footer?: ReactNode
  wide?: boolean
  /** 'alertdialog' for a question that must be answered. */
  role?: 'dialog' | 'alertdialog'
  children?: ReactNode
}

/**
 * A modal dialog: the rest of the page is inert, Escape closes, the focus goes back where it was. An element with
 * `data-autofocus` inside has the focus at first. What is inside is made anew at each opening.
 */
export function Dialog(props: DialogProps) {
  return props.open ? <OpenDialog {...props} /> : null
}

function OpenDialog({ onClose, title, closeLabel, footer, wide, role, children }: DialogProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    const element = dialog.current
    const before = document.activeElement
    const closeLayer = openLayer(id)
    element?.showModal()
    element?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => {
      closeLayer()
      element?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [id])

  function closeBeside(event: MouseEvent) {
    if (event.target === dialog.current) onClose()
  }

  return (
    <dialog
      ref={dialog}
      role={role}
      className={classNames('dialog', wide && 'dialog--wide')}
      aria-labelledby={`${id}-title`}
      aria-describedby={role === 'alertdialog' ? `${id}-body` : undefined}
      onMouseDown={closeBeside}
      onCancel={event => {
        if (event.target !== dialog.current) return
        event.preventDefault()
        onClose()
      }}
    >
      <div className="dialog__head">
        <h2 id={`${id}-title`} className="dialog__title">{title}</h2>
        {closeLabel && <IconButton label={closeLabel} icon={<X size={20} aria-hidden />} onClick={onClose} />}
      </div>
      {children && <div id={`${id}-body`} className="dialog__body">{children}</div>}
      {footer && <div className="dialog__foot">{footer}</div>}
      <ToastRegion layer={id} />
    </dialog>
  )
}
