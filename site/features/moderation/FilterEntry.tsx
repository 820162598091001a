import type { Filter } from '#shared/api/filters.ts'
import { LIMITS } from '#shared/limits.ts'
import { formPath, type FormValues } from '#shared/rules/forms.ts'
import { conditionsOf, FILTER_ACTIONS, FILTER_FIELDS, FILTER_OPS } from '#shared/rules/filters.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Checkbox } from '#shared/ui/Checkbox.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { Select } from '#shared/ui/Select.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { CallForm, FormFields } from '#site/core/CallForm.tsx'
import type { FormCall } from '#site/core/form-call.ts'
import { useSite } from '#site/core/site-context.tsx'

/** Number of empty rows for browsers without JavaScript, in which rows cannot be added. */
const SPARE_ROWS = 2

export function FilterEntry({ filter }: { filter: Filter }) {
  const text = useTexts('filters')
  const { id, name, is_enabled, action, hits_30d } = filter
  return (
    <section className="sheet sheet__pad settings__part" aria-label={name}>
      <h2 className="settings__heading">
        {name} <span className="tag">{is_enabled ? text.on : text.off}</span>
      </h2>
      <p className="settings__lead">
        {text.actions[action]} · {text.hits(hits_30d)}
      </p>
      <div className="form__actions">
        <CallForm call="filters.edit" fields={{ filter_id: id, is_enabled: !is_enabled }}>
          <Button type="submit" size="small">
            {is_enabled ? text.disable : text.enable}
          </Button>
        </CallForm>
        <CallForm call="filters.remove" fields={{ filter_id: id }}>
          <Button type="submit" size="small" variant="danger">
            {text.remove}
          </Button>
        </CallForm>
      </div>
      <details>
        <summary>{text.edit}</summary>
        <FilterFields call="filters.edit" ids={{ filter_id: id }} known={filter} />
      </details>
    </section>
  )
}

export function NewFilter({ categoryId }: { categoryId: number }) {
  const text = useTexts('filters')
  const { failed_form: sent } = useSite()
  const { filterPage } = useTexts('moderation')
  const { checked, matched } = (sent?.extra ?? {}) as { checked?: number; matched?: number }
  return (
    <section className="sheet sheet__pad settings__part">
      <h2 className="settings__heading">{text.add}</h2>
      {checked !== undefined && <Notice role="status">{filterPage.tested(checked, matched ?? 0)}</Notice>}
      <FilterFields call="filters.create" ids={{ category_id: categoryId }} known={null} />
    </section>
  )
}

type FilterFieldsProps = { call: FormCall; ids: Record<string, number>; known: Filter | null }

function FilterFields({ call, ids, known }: FilterFieldsProps) {
  const { failed_form } = useSite()
  const { filterPage } = useTexts('moderation')
  const text = useTexts('filters')
  const isOwn =
    failed_form?.call === call && Object.entries(ids).every(([id, is]) => failed_form.values[id] === `${is}`)
  const sent: FormValues = isOwn ? failed_form.values : valuesOf(known)
  const issues = isOwn ? failed_form.issues : {}
  const list = known?.match.any ? 'any' : 'all'
  const rows = Object.keys(sent).filter((name) => name.endsWith('.value')).length + SPARE_ROWS
  const valueOf = (name: string) => String(sent[name] ?? '')
  return (
    <form className="form" method="post" action={formPath(call)}>
      <FormFields fields={{ ...ids, days: 7 }} />
      <Field label={text.name} error={issues.name}>
        <TextInput name="name" required maxLength={LIMITS.filterName} defaultValue={valueOf('name')} />
      </Field>
      <Field label={text.action} error={issues.action}>
        <Select name="action" defaultValue={valueOf('action')}>
          {FILTER_ACTIONS.map((action) => (
            <option key={action} value={action}>
              {text.actions[action]}
            </option>
          ))}
        </Select>
      </Field>
      {Array.from({ length: Math.min(rows, LIMITS.filterConditions) }, (_, at) => (
        <ConditionRow key={at} at={at} name={`match.${list}.${at}`} valueOf={valueOf} error={issues.match} />
      ))}
      <Checkbox name="confirm" label={filterPage.confirm} />
      <div className="form__actions">
        {known === null && (
          <Button type="submit" formAction={formPath('filters.test')}>
            {filterPage.test}
          </Button>
        )}
        <Button type="submit" variant="primary">
          {known === null ? text.add : text.edit}
        </Button>
      </div>
    </form>
  )
}

type ConditionRowProps = { at: number; name: string; valueOf: (name: string) => string; error: string | undefined }

function ConditionRow({ at, name, valueOf, error }: ConditionRowProps) {
  const text = useTexts('filters')
  return (
    <>
      <Field label={text.field(at + 1)}>
        <Select name={`${name}.field`} defaultValue={valueOf(`${name}.field`)}>
          <option value="">-</option>
          {FILTER_FIELDS.map((field) => (
            <option key={field} value={field}>
              {text.fields[field]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={text.op(at + 1)}>
        <Select name={`${name}.op`} defaultValue={valueOf(`${name}.op`)}>
          <option value="">-</option>
          {FILTER_OPS.map((op) => (
            <option key={op} value={op}>
              {text.ops[op]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={text.value(at + 1)} error={at === 0 ? error : undefined}>
        <TextInput name={`${name}.value`} defaultValue={valueOf(`${name}.value`)} />
      </Field>
    </>
  )
}

function valuesOf(filter: Filter | null): FormValues {
  if (filter === null) return {}
  const list = filter.match.any ? 'any' : 'all'
  return Object.fromEntries([
    ['name', filter.name],
    ['action', filter.action],
    ...conditionsOf(filter.match).flatMap(({ field, op, value }, at) => [
      [`match.${list}.${at}.field`, field],
      [`match.${list}.${at}.op`, op],
      [`match.${list}.${at}.value`, String(value)],
    ]),
  ])
}
