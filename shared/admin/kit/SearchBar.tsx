import { useState, type FormEvent, type ReactNode } from 'react'
import Search from 'lucide/dist/esm/icons/search.mjs'
import { LIMITS } from '#shared/limits.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { useAdmin } from './context.ts'
import { usePlace } from './place.ts'

type SearchBarProps = { hint: string; children?: ReactNode }

export function SearchBar(props: SearchBarProps) {
  // The key resets the field when the search in the URL changes, for example by going back.
  return <SearchForm key={usePlace().get('search')} {...props} />
}

function SearchForm({ hint, children }: SearchBarProps) {
  const { t } = useAdmin()
  const place = usePlace()
  const [text, setText] = useState(place.get('search'))

  function search(event: FormEvent) {
    event.preventDefault()
    place.set({ search: text.trim() })
  }

  return (
    <form className="toolbar" role="search" aria-label={hint} onSubmit={search}>
      <Field label={t.kit.search}>
        <TextInput
          type="search"
          name="search"
          value={text}
          placeholder={hint}
          maxLength={LIMITS.searchQuery}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <Button type="submit" icon={<Icon of={Search} size={18} />}>
        {t.kit.searchAction}
      </Button>
      {children !== undefined && <div className="toolbar__end">{children}</div>}
    </form>
  )
}
