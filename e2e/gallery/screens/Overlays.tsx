import { useEffect, useState } from 'react'
import { Button } from '#shared/ui/Button.tsx'
import { useConfirm } from '#shared/ui/Confirm.tsx'
import { Dialog } from '#shared/ui/Dialog.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { TextArea } from '#shared/ui/TextArea.tsx'
import { useToast } from '#shared/ui/Toasts.tsx'
import { Screen } from '../Screen.tsx'

export function DialogScreen() {
  const [open, setOpen] = useState(false)

  return (
    <Screen title="Okno">
      <Button onClick={() => setOpen(true)}>Zgłoś</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Zgłoś post"
        closeLabel="Zamknij"
        footer={<Button variant="primary">Wyślij zgłoszenie</Button>}>
        <Field label="Powód" error="Podaj powód zgłoszenia" counter={{ value: 0, max: 500 }}>
          <TextArea data-autofocus />
        </Field>
      </Dialog>
    </Screen>
  )
}

export function OverlaysScreen() {
  const toast = useToast()
  const confirm = useConfirm()
  const [answer, setAnswer] = useState('')

  useEffect(() => {
    toast.success('Usunięto pomyślnie')
    toast.error('Musisz się zalogować, aby głosować', { label: 'Zaloguj się', href: '#login' })
    toast.info('Raport rozwiązany')
  }, [toast])

  async function ask() {
    const yes = await confirm({
      title: 'Czy na pewno chcesz usunąć ten post?',
      text: 'Zniknie razem ze 128 komentarzami.',
      confirmLabel: 'Usuń',
      cancelLabel: 'Anuluj',
      danger: true,
    })
    setAnswer(yes ? 'tak' : 'nie')
  }

  return (
    <Screen title="Nakładki">
      <Button variant="danger" onClick={() => void ask()}>
        Usuń
      </Button>
      <output>{answer}</output>
    </Screen>
  )
}
