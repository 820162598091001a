import { editCategory } from '#shared/api/categories.ts'
import type { Category } from '#shared/api/shapes.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Checkbox } from '#shared/ui/Checkbox.tsx'
import { Choices } from '#shared/ui/Choices.tsx'
import { FormFields } from '#site/core/CallForm.tsx'
import { useEarlyForm } from '#site/core/useEarlyForm.ts'
import { useSite } from '#site/core/site-context.tsx'
import { Outcome } from '../settings/Outcome.tsx'
import { useSettingsForm } from '../settings/useSettingsForm.ts'

const valuesOf = ({ id, posting, downvotes, allow_bot, hold_newcomers }: Category) => ({
  category_id: id,
  posting,
  downvotes,
  allow_bot,
  hold_newcomers: hold_newcomers ?? false,
})

export function WritingForm({ category }: { category: Category }) {
  const { api } = useSite()
  const texts = useTexts('community')
  const text = texts.writing
  const { values, change, failure, done, isBusy, submit } = useSettingsForm({
    draft: `community:${category.id}:writing`,
    call: 'categories.edit',
    ids: ['category_id'],
    initial: valuesOf(category),
    schema: editCategory,
    fallback: texts.failed,
    send: async (form) => ({ done: texts.saved, values: valuesOf(await api.categories.edit(form)) }),
  })
  const early = useEarlyForm(change, 'categories.edit')
  const unticked = { downvotes: false, allow_bot: false, hold_newcomers: false }
  return (
    <form className="form" {...early} onSubmit={(event) => void submit(event)} noValidate>
      <FormFields fields={{ category_id: category.id, ...unticked }} />
      <Choices
        name="posting"
        label={text.posting}
        value={values.posting}
        onChange={(posting) => change({ posting })}
        options={[
          { value: 'members', label: text.members },
          { value: 'moderators', label: text.moderators, hint: text.moderatorsHint },
        ]}
      />
      <Checkbox
        label={text.downvotes}
        name="downvotes"
        hint={text.downvotesHint}
        checked={values.downvotes}
        onChange={(event) => change({ downvotes: event.target.checked })}
      />
      <Checkbox
        label={text.allowBot}
        name="allow_bot"
        hint={text.allowBotHint}
        checked={values.allow_bot}
        onChange={(event) => change({ allow_bot: event.target.checked })}
      />
      <Checkbox
        label={text.holdNewcomers}
        name="hold_newcomers"
        hint={text.holdNewcomersHint}
        checked={values.hold_newcomers}
        onChange={(event) => change({ hold_newcomers: event.target.checked })}
      />
      <Outcome done={done} failure={failure} />
      <div className="form__actions">
        <Button type="submit" variant="primary" busy={isBusy}>
          {text.submit}
        </Button>
      </div>
    </form>
  )
}
