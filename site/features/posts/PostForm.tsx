import type { Standing } from '#shared/api/categories.ts'
import type { Category, Flair } from '#shared/api/shapes.ts'
import { LIMITS } from '#shared/limits.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Checkbox } from '#shared/ui/Checkbox.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { FormFailure } from '#shared/ui/FormFailure.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { DefaultButton, FormFields } from '#site/core/CallForm.tsx'
import { QueuedHere } from '#site/features/outbox/QueuedHere.tsx'
import { nearLimit } from '#site/core/text-input.ts'
import { Composer } from '#site/features/composer/Composer.tsx'
import { Honeypot } from '#site/features/robots/Honeypot.tsx'
import { CategoryChoice } from '../categories/CategoryChoice.tsx'
import { FlairSelect } from './FlairSelect.tsx'
import { PostModeSwitch, PostPart } from './post-modes.tsx'
import { usePostForm } from './usePostForm.ts'

type PostFormProps = {
  preselected: Category | null
  standing: Standing | null
  flairs?: Flair[]
  /** Communities offered without JavaScript. */
  choices?: Category[]
}

export function PostForm({ preselected, standing, flairs, choices }: PostFormProps) {
  const texts = useTexts('submit')
  const more = useTexts('writing')
  const { values, change, issues, problem, isRefused, isBusy, submit, choose, writing, early } =
    usePostForm(preselected)

  const { category } = values
  return (
    <form className="form" noValidate encType="multipart/form-data" onSubmit={(event) => void submit(event)} {...early}>
      <FormFields />
      <DefaultButton>{texts.send}</DefaultButton>
      <FormFailure text={problem} />
      <QueuedHere kind="composer" id={0} />
      <Honeypot value={values.website} onValue={(website) => change({ website })} />
      <CategoryChoice
        category={category}
        onCategory={choose}
        error={issues.category_id}
        preselected={preselected}
        standing={standing}
        choices={choices}
        isRefused={isRefused}>
        {category && (
          <FlairSelect
            key={`flair ${category.id}`}
            categoryId={category.id}
            known={category.id === preselected?.id ? flairs : undefined}
            value={values.flair_id}
            onValue={(flair_id) => change({ flair_id })}
            error={issues.flair_id}
          />
        )}
      </CategoryChoice>
      <PostModeSwitch mode={writing.mode} onMode={writing.choose} />
      <Field label={texts.postTitle} error={issues.title} counter={nearLimit(values.title, LIMITS.titleMax)}>
        <TextInput
          name="title"
          value={values.title}
          required
          autoComplete="off"
          onChange={(event) => change({ title: event.target.value })}
        />
      </Field>
      <PostPart
        mode={writing.mode}
        parts={values}
        given={writing.given}
        issues={issues}
        onPart={writing.change}
        onUpload={writing.setUpload}
      />
      <Field
        label={texts.text}
        optional={texts.optional}
        hint={texts.markdown}
        error={issues.content}
        counter={nearLimit(values.content, LIMITS.postText)}>
        <Composer
          name="content"
          value={values.content}
          onValue={(content) => change({ content })}
          onImages={writing.attach}
          grow
          rows={8}
        />
      </Field>
      <Checkbox
        name="is_spoiler"
        label={more.spoiler}
        hint={more.spoilerHint}
        checked={values.is_spoiler}
        onChange={(event) => change({ is_spoiler: event.target.checked })}
      />
      <div className="form__actions">
        <Button type="submit" variant="primary" busy={isBusy} busyLabel={texts.working}>
          {texts.send}
        </Button>
      </div>
    </form>
  )
}
