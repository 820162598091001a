import { LIMITS } from '#shared/limits.ts'
import { FILTER_ACTIONS, type FilterAction } from '#shared/rules/filters.ts'
import { useTexts } from '#shared/texts.ts'
import { Field } from '#shared/ui/Field.tsx'
import { Select } from '#shared/ui/Select.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { Conditions } from './Conditions.tsx'
import type { FilterDraft } from './filter-form.ts'

export function FilterFields({
  draft,
  onChange: change,
}: {
  draft: FilterDraft
  onChange: (change: Partial<FilterDraft>) => void
}) {
  const text = useTexts('filters')
  const canAdd = draft.all.length + draft.any.length < LIMITS.filterConditions
  return (
    <>
      <Field label={text.name} hint={text.nameHint}>
        <TextInput
          value={draft.name}
          maxLength={LIMITS.filterName}
          autoComplete="off"
          onChange={(event) => change({ name: event.target.value })}
        />
      </Field>
      <Field label={text.action}>
        <Select value={draft.action} onChange={(event) => change({ action: event.target.value as FilterAction })}>
          {FILTER_ACTIONS.map((action) => (
            <option key={action} value={action}>
              {text.actions[action]}
            </option>
          ))}
        </Select>
      </Field>
      <Conditions
        legend={text.all}
        addLabel={text.addAll}
        rows={draft.all}
        first={1}
        canAdd={canAdd}
        onRows={(all) => change({ all })}
      />
      <Conditions
        legend={text.any}
        addLabel={text.addAny}
        rows={draft.any}
        first={draft.all.length + 1}
        canAdd={canAdd}
        onRows={(any) => change({ any })}
      />
    </>
  )
}
