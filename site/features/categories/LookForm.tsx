import { useState } from 'react'
import { editCategory } from '#shared/api/categories.ts'
import type { Category } from '#shared/api/shapes.ts'
import { LIMITS } from '#shared/limits.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { Fold } from '#shared/ui/Fold.tsx'
import { TextArea } from '#shared/ui/TextArea.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { DefaultButton, FormFields } from '#site/core/CallForm.tsx'
import { useEarlyForm } from '#site/core/useEarlyForm.ts'
import { useSite } from '#site/core/site-context.tsx'
import { Outcome } from '../settings/Outcome.tsx'
import { useSettingsForm } from '../settings/useSettingsForm.ts'
import { PictureField } from './PictureField.tsx'

const valuesOf = ({ id, display_name, description, icon_url, banner_url }: Category) => ({
  category_id: id,
  display_name,
  description,
  icon_url: icon_url ?? '',
  banner_url: banner_url ?? '',
})

function useLookForm(category: Category) {
  const { api, t } = useSite()
  const texts = useTexts('community')
  const [uploading, setUploading] = useState({ icon_url: false, banner_url: false })
  const form = useSettingsForm({
    draft: `community:${category.id}:look`,
    call: 'categories.edit',
    ids: ['category_id'],
    initial: valuesOf(category),
    schema: editCategory,
    rules: () =>
      Object.fromEntries(
        Object.entries(uploading)
          .filter(([, isBusyNow]) => isBusyNow)
          .map(([field]) => [field, t.uploads.wait]),
      ),
    fallback: texts.failed,
    send: async (sent) => ({ done: texts.saved, values: valuesOf(await api.categories.edit(sent)) }),
  })
  return { ...form, setUploading, early: useEarlyForm(form.change, 'categories.edit') }
}

export function LookForm({ category }: { category: Category }) {
  const { failed_form } = useSite()
  const text = useTexts('community').look
  const { values, change, issues, failure, done, isBusy, submit, setUploading, early } = useLookForm(category)
  return (
    <form className="form" {...early} encType="multipart/form-data" onSubmit={(event) => void submit(event)} noValidate>
      <FormFields fields={{ category_id: category.id }} />
      <DefaultButton>{text.submit}</DefaultButton>
      <Field
        label={text.displayName}
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
        label={text.description}
        optional={text.optional}
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
      <Fold label={text.pictures} isOpen={failed_form !== null}>
        <div className="form">
          <PictureField
            label={text.icon}
            hint={text.urlHint}
            name="icon_url"
            value={values.icon_url}
            issue={issues.icon_url}
            onValue={(icon_url) => change({ icon_url })}
            onUploading={(isUploading) => setUploading((now) => ({ ...now, icon_url: isUploading }))}
          />
          <PictureField
            label={text.banner}
            hint={text.bannerHint}
            name="banner_url"
            value={values.banner_url}
            issue={issues.banner_url}
            onValue={(banner_url) => change({ banner_url })}
            onUploading={(isUploading) => setUploading((now) => ({ ...now, banner_url: isUploading }))}
          />
        </div>
      </Fold>
      <Outcome done={done} failure={failure} />
      <div className="form__actions">
        <Button type="submit" variant="primary" busy={isBusy}>
          {text.submit}
        </Button>
      </div>
    </form>
  )
}
