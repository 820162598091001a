import { createContext, useCallback, useContext, useRef, useState, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

export type Question = { title: string; text?: ReactNode; confirmLabel: string; cancelLabel: string; danger?: boolean }

type Ask = (question: Question) => Promise<boolean>

const ConfirmContext = createContext<Ask>(() => Promise.resolve(false))

export const useConfirm = () => useContext(ConfirmContext)

/** Must be inside `ToastProvider`. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null)
  const answer = useRef<(yes: boolean) => void>(undefined)

  const ask = useCallback<Ask>((next) => {
    answer.current?.(false)
    setQuestion(next)
    return new Promise((resolve) => {
      answer.current = resolve
    })
  }, [])

  function settle(yes: boolean) {
    answer.current?.(yes)
    answer.current = undefined
    setQuestion(null)
  }

  return (
    <ConfirmContext value={ask}>
      {children}
      {question && (
        <Dialog
          open
          role="alertdialog"
          title={question.title}
          onClose={() => settle(false)}
          footer={
            <>
              <Button data-autofocus onClick={() => settle(false)}>
                {question.cancelLabel}
              </Button>
              <Button variant={question.danger ? 'danger' : 'primary'} onClick={() => settle(true)}>
                {question.confirmLabel}
              </Button>
            </>
          }>
          {question.text}
        </Dialog>
      )}
    </ConfirmContext>
  )
}
