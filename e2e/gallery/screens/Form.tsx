import { useState } from 'react'
import ImageIcon from 'lucide/dist/esm/icons/image.mjs'
import Type from 'lucide/dist/esm/icons/type.mjs'
import { Button } from '#shared/ui/Button.tsx'
import { Checkbox } from '#shared/ui/Checkbox.tsx'
import { Choices } from '#shared/ui/Choices.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { Meter } from '#shared/ui/Meter.tsx'
import { PasswordInput } from '#shared/ui/PasswordInput.tsx'
import { Progress } from '#shared/ui/Progress.tsx'
import { Segmented } from '#shared/ui/Segmented.tsx'
import { Select } from '#shared/ui/Select.tsx'
import { TextArea } from '#shared/ui/TextArea.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { Screen } from '../Screen.tsx'

const kinds = [
  { value: 'text', label: 'Tekst', icon: <Icon of={Type} size={16} /> },
  { value: 'image', label: 'Obraz', icon: <Icon of={ImageIcon} size={16} /> },
] as const
const keeps = [
  { value: 'keep', label: 'Zostaw posty', hint: 'Zostaną bez podpisu.' },
  { value: 'remove', label: 'Usuń posty' },
] as const

export function FormScreen() {
  const [kind, setKind] = useState<'text' | 'image'>('image')
  const [keep, setKeep] = useState<'keep' | 'remove'>('keep')

  return (
    <Screen title="Formularz">
      <Segmented label="Rodzaj posta" options={kinds} value={kind} onChange={setKind} />
      <Field
        label="Nazwa użytkownika"
        error="Ta nazwa użytkownika jest zajęta. Wybierz inną."
        hint="3–30 liter, cyfr i podkreśleń">
        <TextInput name="username" autoComplete="username" defaultValue="Konstantynopolitanczykowianeczka" />
      </Field>
      <Field label="Hasło">
        <PasswordInput
          showLabel="Pokaż hasło"
          hideLabel="Ukryj hasło"
          name="password"
          autoComplete="new-password"
          defaultValue="Chrząszcz"
        />
      </Field>
      <Meter label="Siła hasła" value={75} text="Dobre" />
      <Field label="Społeczność">
        <Select defaultValue="kolej">
          <option value="kolej">Kolej i kolejnictwo</option>
        </Select>
      </Field>
      <Field label="Treść" optional="(opcjonalnie)" counter={{ value: 40_004, max: 40_000 }} error="Za długa treść">
        <TextArea grow />
      </Field>
      <Progress label="Wysyłanie" value={42}>
        <Button variant="quiet" size="small">
          Przerwij
        </Button>
      </Progress>
      <Checkbox
        label="Treść dla dorosłych (NSFW)"
        hint="Cała społeczność będzie widoczna tylko w wersji dla dorosłych."
      />
      <Choices label="Co zrobić z postami?" options={keeps} value={keep} onChange={setKeep} />
      <div className="form__actions">
        <Button variant="primary" busy busyLabel="Publikuję…">
          Opublikuj
        </Button>
      </div>
    </Screen>
  )
}
