import { useId, useRef } from 'react'
import Search from 'lucide/dist/esm/icons/search.mjs'
import { LIMITS } from '#shared/limits.ts'
import { Icon } from '#shared/ui/Icon.tsx'
import { useText } from '#site/core/site-context.tsx'
import { useSearchBox } from './useSearchBox.ts'

export function SearchBox() {
  const t = useText()
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const { text, type, choice, options, List, isListed, open, close, submit, steer, leave } = useSearchBox(input)

  return (
    <form className="topbar__search search-box" role="search" action="/search" onSubmit={submit} onBlur={leave}>
      <Icon of={Search} className="search-box__icon" size={18} />
      <input
        ref={input}
        className="input search-box__input"
        type="text"
        name="q"
        value={text}
        placeholder={t.layout.search}
        aria-label={t.layout.search}
        maxLength={LIMITS.searchQuery}
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isListed}
        aria-controls={isListed ? listId : undefined}
        aria-activedescendant={isListed && choice ? `${listId}-${choice.at}` : undefined}
        onKeyDown={steer}
        onFocus={open}
        onChange={(event) => type(event.target.value)}
      />
      {List && (
        <List
          id={listId}
          options={options}
          chosen={choice?.at ?? -1}
          onPick={() => {
            close()
            input.current?.blur()
          }}
        />
      )}
      <span className="visually-hidden" role="status">
        {List && (options.length === 0 ? t.layout.noResults : t.layout.resultCount(options.length))}
      </span>
    </form>
  )
}
