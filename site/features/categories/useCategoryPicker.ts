import { useState, type FocusEvent, type KeyboardEvent } from 'react'
import type { Category } from '#shared/api/shapes.ts'
import { useCategorySearch } from './useCategorySearch.ts'

/** `typed` is null while the field shows the chosen community. */
export function useCategoryPicker(onCategory: (category: Category | null) => void) {
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

  /** On leaving the field, a community whose name was typed exactly is chosen. */
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

  function type(text: string): void {
    setTyped(text)
    setActive(0)
    setOpen(true)
  }

  return { typed, type, options, chosen, isListed, open: () => setOpen(true), choose, leave, press }
}
