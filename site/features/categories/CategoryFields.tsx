import { LIMITS } from '#shared/limits.ts'
import { normalizeCategoryName } from '#shared/rules/category-name.ts'
import { Field } from '#shared/ui/Field.tsx'
import { TextArea } from '#shared/ui/TextArea.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { useText } from '#site/core/site-context.tsx'

type Values = { name: string; display_name: string; description: string }

type CategoryFieldsProps = { values: Values; change: (part: Partial<Values>) => void; issues: Record<string, string> }

export function CategoryFields({ values, change, issues }: CategoryFieldsProps) {
  const t = useText()
  return (
    <>
      <Field
        label={t.categories.name}
        hint={t.categories.nameHint}
        error={issues.name}
        counter={{ value: values.name.length, max: LIMITS.categoryNameMax }}>
        <TextInput
          name="name"
          value={values.name}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          minLength={LIMITS.categoryNameMin}
          maxLength={LIMITS.categoryNameMax}
          onChange={(event) => change({ name: normalizeCategoryName(event.target.value) })}
        />
      </Field>
      <Field
        label={t.categories.displayName}
        error={issues.display_name}
        counter={{ value: values.display_name.length, max: LIMITS.displayName }}>
        <TextInput
          name="display_name"
          value={values.display_name}
          required
          maxLength={LIMITS.displayName}
          onChange={(event) => change({ display_name: event.target.value })}
        />
      </Field>
      <Field
        label={t.categories.description}
        optional={t.categories.optional}
        error={issues.description}
        counter={{ value: values.description.length, max: LIMITS.categoryDescription }}>
        <TextArea
          name="description"
          value={values.description}
          grow
          rows={3}
          maxLength={LIMITS.categoryDescription}
          onChange={(event) => change({ description: event.target.value })}
        />
      </Field>
    </>
  )
}
