import { useId, useState, type FocusEvent, type KeyboardEvent } from 'react'
import type { Category } from '#shared/api/shapes.ts'
import { formatNumber } from '#shared/i18n/plural.ts'
import { iconOf } from '#shared/rules/media-url.ts'
import { useTexts } from '#shared/texts.ts'
import { Avatar } from '#shared/ui/Avatar.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { useSite } from '#site/core/site-context.tsx'
import { useCategorySearch } from './useCategorySearch.ts'

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
  const [typed, setTyped] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const query = typed?.trim().replace(/^r\//, '') ?? ''
  const found = useCategorySearch(isOpen ? query : null)
  const options = found?.options ?? []
  const isListed = isOpen && found !== null && (options.length > 0 || !found.isLate)
  const chosen = Math.min(active, options.length - 1)

  function choose(option: Category): void {
    onCategory(option)
    setTyped(null)
    setOpen(false)
  }

  /** Blur chooses an exactly typed name, otherwise the previous choice stays. */
  function leave(event: FocusEvent): void {
    if (event.currentTarget.contains(event.relatedTarget)) return
    const exact = options.find((option) => option.name === query.toLowerCase())
    if (typed !== null && exact) return choose(exact)
    if (typed === '') onCategory(null)
    setTyped(null)
    setOpen(false)
  }

  function move(by: number): void {
    setOpen(true)
    if (isListed && options.length > 0) setActive((chosen + by + options.length) % options.length)
  }

  function press(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter' && isListed && options.length > 0) choose(options[chosen]!)
    else if (event.key === 'Enter' && isOpen) setOpen(false)
    else if (event.key === 'Escape' && isOpen) {
      setTyped(null)
      setOpen(false)
    } else return
    event.preventDefault()
  }

  return (
    <Field label={texts.category} hint={texts.categoryHint} error={error}>
      <div className="input-wrap" onBlur={leave}>
        <TextInput
          name="category_id"
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
          onClick={() => setOpen(true)}
          onFocus={(event) => event.target.select()}
          onKeyDown={press}
          onChange={(event) => {
            setTyped(event.target.value)
            setActive(0)
            setOpen(true)
          }}
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
