import { useState, type FormEvent, type ReactNode } from 'react'
import Search from 'lucide-react/icons/search'
import { LIMITS } from '#shared/limits.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { useAdmin } from './context.ts'
import { usePlace } from './place.ts'

type SearchBarProps = {
  /** What is searched, for example 'nazwa lub e-mail'. */
  hint: string
  /** Stands at the end of the line: counts, further acts. */
  children?: ReactNode
}

/** The search of a list; runs on Enter and by its button, and stands in the address. */
export function SearchBar(props: SearchBarProps) {
  // What the address says is what the field says, also on the way back.
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
        <TextInput type="search" name="search" value={text} placeholder={hint} maxLength={LIMITS.searchQuery} onChange={(event) => setText(event.target.value)} />
      </Field>
      <Button type="submit" icon={<Search size={18} aria-hidden />}>{t.kit.searchAct}</Button>
      {children !== undefined && <div className="toolbar__end">{children}</div>}
    </form>
  )
}
