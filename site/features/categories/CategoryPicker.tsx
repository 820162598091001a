import { useId } from 'react'
import type { Category } from '#shared/api/shapes.ts'
import { formatNumber } from '#shared/i18n/plural.ts'
import { iconOf } from '#shared/rules/media-url.ts'
import { useTexts } from '#shared/texts.ts'
import { Avatar } from '#shared/ui/Avatar.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { useHydrated } from '#site/core/useHydrated.ts'
import { useSite } from '#site/core/site-context.tsx'
import { useCategoryPicker } from './useCategoryPicker.ts'

const labelOf = (category: Category | null) => (category ? `r/${category.name}` : '')

export function CategoryPicker({
  category,
  onCategory,
  error,
}: {
  category: Category | null
  onCategory: (category: Category | null) => void
  error?: string
}) {
  const { t, lang } = useSite()
  const texts = useTexts('submit')
  const id = useId()
  const isHydrated = useHydrated()
  const { typed, type, options, chosen, isListed, open, choose, leave, press } = useCategoryPicker(onCategory)

  return (
    <Field className="needs-js" label={texts.category} hint={texts.categoryHint} error={error}>
      <div className="input-wrap" onBlur={leave}>
        <TextInput
          // Until hydration another field of the form submits the community, so this one has no name.
          name={isHydrated ? 'category_id' : undefined}
          role="combobox"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          aria-expanded={isListed}
          aria-controls={isListed ? id : undefined}
          aria-autocomplete="list"
          aria-activedescendant={isListed && options.length > 0 ? `${id}-${chosen}` : undefined}
          placeholder={texts.categoryPlaceholder}
          value={typed ?? labelOf(category)}
          onClick={open}
          onFocus={(event) => event.target.select()}
          onKeyDown={press}
          onChange={(event) => type(event.target.value)}
        />
        {isListed && options.length === 0 && (
          <p className="suggest suggest__empty" role="status">
            {texts.noCategory}
          </p>
        )}
        {isListed && options.length > 0 && (
          <div className="suggest" role="listbox" id={id} aria-label={texts.found}>
            {options.map((option, at) => (
              <div
                key={option.id}
                id={`${id}-${at}`}
                className="suggest__item"
                role="option"
                aria-selected={at === chosen}
                ref={(element) => {
                  if (at === chosen) element?.scrollIntoView({ block: 'nearest' })
                }}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(option)}>
                <Avatar name={option.name} square src={iconOf(option.icon_url)} />
                <span className="suggest__main">
                  {option.display_name}
                  <span className="suggest__note">r/{option.name}</span>
                </span>
                <span className="suggest__aside">
                  {formatNumber(lang, option.member_count)} {t.categories.members}
                </span>
              </div>
            ))}
          </div>
        )}
      </div>
    </Field>
  )
}
