import type { KeyboardEvent, ReactNode } from 'react'
import { LIMITS } from '#shared/limits.ts'
import { Checkbox } from '#shared/ui/Checkbox.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { TextArea } from '#shared/ui/TextArea.tsx'
import type { ModmailTexts } from '#shared/i18n/pl/modmail.ts'

export type Answer = { text: string; is_note: boolean; show_name: boolean }

export const EMPTY_ANSWER: Answer = { text: '', is_note: false, show_name: false }

const NEAR = 500

type AnswerFieldsProps = {
  answer: Answer
  onChange: (part: Partial<Answer>) => void
  isStaff: boolean
  /** False for an admin without an account, whose answer has no name to show. */
  hasName: boolean
  texts: ModmailTexts
  error?: ReactNode
  onKeyDown?: (event: KeyboardEvent<HTMLTextAreaElement>) => void
}

export function AnswerFields({ answer, onChange, isStaff, hasName, texts, error, onKeyDown }: AnswerFieldsProps) {
  const { text, is_note, show_name } = answer
  return (
    <>
      <Field
        label={isStaff ? (is_note ? texts.note : texts.answer) : texts.message}
        error={error}
        counter={text.length > LIMITS.modmailText - NEAR ? { value: text.length, max: LIMITS.modmailText } : undefined}>
        <TextArea
          name="text"
          grow
          rows={3}
          value={text}
          data-answer
          onKeyDown={onKeyDown}
          onChange={(event) => onChange({ text: event.target.value })}
        />
      </Field>
      {isStaff && (
        <div className="mail-options">
          <Checkbox
            label={texts.isNote}
            hint={texts.isNoteHint}
            checked={is_note}
            onChange={(event) => onChange({ is_note: event.target.checked })}
          />
          {hasName && !is_note && (
            <Checkbox
              label={texts.showName}
              hint={texts.showNameHint}
              checked={show_name}
              onChange={(event) => onChange({ show_name: event.target.checked })}
            />
          )}
        </div>
      )}
    </>
  )
}
