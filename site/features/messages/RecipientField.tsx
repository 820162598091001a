import { useId, useState, type FocusEvent, type KeyboardEvent } from 'react'
import { LIMITS } from '#shared/limits.ts'
import { useTexts } from '#shared/texts.ts'
import { Field } from '#shared/ui/Field.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { useSite } from '#site/core/site-context.tsx'
import { useSuggestions } from '#site/features/mentions/useSuggestions.ts'
import { UserOptions } from '#site/features/mentions/UserOptions.tsx'
import { usernameOf } from './text.ts'

export function RecipientField({
  value,
  onValue,
  error,
}: {
  value: string
  onValue: (value: string) => void
  error?: string
}) {
  const { viewer } = useSite()
  const texts = useTexts('messages')
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const query = usernameOf(value)
  const found = useSuggestions(isOpen && query.length >= LIMITS.messageUserSearchMin ? query : null)
  const options = found.filter((user) => user.id !== viewer?.id)
  const isListed = isOpen && options.length > 0
  const chosen = Math.min(active, options.length - 1)

  function choose(at: number): void {
    onValue(options[at]!.username)
    setOpen(false)
  }

  function leave(event: FocusEvent): void {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
  }

  function press(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing || !isListed) return
    if (event.key === 'ArrowDown') setActive((chosen + 1) % options.length)
    else if (event.key === 'ArrowUp') setActive((chosen - 1 + options.length) % options.length)
    else if (event.key === 'Enter') choose(chosen)
    else if (event.key === 'Escape') setOpen(false)
    else return
    event.preventDefault()
  }

  return (
    <Field label={texts.recipient} hint={texts.recipientHint} error={error}>
      <div className="input-wrap" onBlur={leave}>
        <TextInput
          name="recipient"
          role="combobox"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          aria-expanded={isListed}
          aria-controls={isListed ? id : undefined}
          aria-autocomplete="list"
          aria-activedescendant={isListed ? `${id}-${chosen}` : undefined}
          value={value}
          onKeyDown={press}
          onChange={(event) => {
            onValue(event.target.value)
            setActive(0)
            setOpen(true)
          }}
        />
        {isListed && (
          <UserOptions
            id={id}
            label={texts.found}
            users={options}
            chosen={chosen}
            onChoose={choose}
            aside={({ karma }) => texts.karma(karma)}
          />
        )}
        <span className="visually-hidden" role="status">
          {isListed && texts.foundCount(options.length)}
        </span>
      </div>
    </Field>
  )
}
