import { useEffect, useId, useRef, type MouseEvent, type ReactNode } from 'react'
import X from 'lucide/dist/esm/icons/x.mjs'
import { classNames } from './class-names.ts'
import { focusNoticed } from './focus-noticed.ts'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import { ToastRegion } from './Toasts.tsx'
import { openLayer } from './top-layer.ts'

type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  closeLabel?: string
  footer?: ReactNode
  wide?: boolean
  role?: 'dialog' | 'alertdialog'
  children?: ReactNode
}

/** The focus moves to the title, then to an element with `data-autofocus`; on closing it returns to where it was. */
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
    const [head, field] = ['.dialog__title', '[data-autofocus]'].map((at) => element?.querySelector<HTMLElement>(at))
    const stop = focusNoticed(field ? head : null, () => field ?? head)
    return () => {
      stop()
      closeLayer()
      element?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [id])

  // A press that begins inside the dialog and ends outside does not close it.
  const isPressedBeside = useRef(false)
  const isBeside = (event: MouseEvent) => event.target === dialog.current

  return (
    <dialog
      ref={dialog}
      role={role}

      className={classNames('dialog', wide && 'dialog--wide')}
      aria-labelledby={`${id}-title`}
      aria-describedby={role === 'alertdialog' ? `${id}-body` : undefined}
      onMouseDown={(event) => (isPressedBeside.current = isBeside(event))}
      onMouseUp={(event) => isPressedBeside.current && isBeside(event) && onClose()}
      onCancel={(event) => {
        if (event.target !== dialog.current) return
        event.preventDefault()
        onClose()
      }}>
      <div className="dialog__head">
        <h2 id={`${id}-title`} className="dialog__title" tabIndex={-1}>
          {title}
        </h2>
        {closeLabel && <IconButton label={closeLabel} icon={<Icon of={X} size={20} />} onClick={onClose} />}
      </div>
      {children && (
        <div id={`${id}-body`} className="dialog__body">
          {children}
        </div>
      )}
      {footer && <div className="dialog__foot">{footer}</div>}
      <ToastRegion layer={id} />
    </dialog>
  )
}
