import type { ReactNode } from 'react'
import type { Standing } from '#shared/api/categories.ts'
import type { Category } from '#shared/api/shapes.ts'
import { useSearchParams } from 'react-router-dom'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { FormFailure } from '#shared/ui/FormFailure.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { CategoryPicker } from './CategoryPicker.tsx'
import { JoinFirst } from './JoinFirst.tsx'

type CategoryChoiceProps = {
  category: Category | null
  onCategory: (category: Category | null) => void
  error: string | undefined
  /** The community in the URL; `standing` is the viewer's membership or ban in it. */
  preselected: Category | null
  standing: Standing | null
  /** Whether the server refused the post because the viewer is no member of the community. */
  isRefused: boolean
  choices?: Category[]
  children?: ReactNode
}

/** Without JavaScript each community is a submit button, which shows the form again with that community chosen. */
function CategoryChoices({
  category,
  choices = [],
  error,
}: Pick<CategoryChoiceProps, 'category' | 'choices' | 'error'>) {
  const texts = useTexts('submit')
  const [query] = useSearchParams()
  return (
    <noscript>
      <fieldset className="form">
        <legend className="field__label">{category ? `r/${category.name}` : texts.choose}</legend>
        {error !== undefined && <FormFailure text={error} />}
        <div className="btn-row">
          <TextInput name="_q.find" aria-label={texts.findCategory} defaultValue={query.get('find') ?? ''} />
          <Button type="submit" name="_again">
            {texts.find}
          </Button>
        </div>
        <div className="btn-row">
          {choices.map(({ id, name }) => (
            <Button key={id} type="submit" size="small" name="_again" value={`community=${name}`}>
              r/{name}
            </Button>
          ))}
        </div>
      </fieldset>
    </noscript>
  )
}

export function CategoryChoice(props: CategoryChoiceProps) {
  const { category, onCategory, error, preselected, standing, isRefused, choices, children } = props
  return (
    <>
      {category && <input type="hidden" name="category_id" value={category.id} />}
      <CategoryChoices category={category} choices={choices} error={error} />
      <CategoryPicker category={category} onCategory={onCategory} error={error} />
      {children}
      {category && (
        <JoinFirst
          key={category.id}
          category={category}
          known={category.id === preselected?.id ? standing : null}
          refused={isRefused}
        />
      )}
    </>
  )
}
