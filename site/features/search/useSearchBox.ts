import { useEffect, useEffectEvent, useRef, useState, type FocusEvent, type FormEvent, type KeyboardEvent } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { searchQuery } from '#site/core/query.ts'
import type { Option } from './SuggestionList.tsx'
import { useFocusKey } from './useFocusKey.ts'
import { useSuggestions } from './useSuggestions.ts'

/** The option chosen by the arrow keys, with its list, so that later suggestions do not change the choice. */
type Choice = { options: Option[]; at: number }

/** Keys pressed before the suggestions for the typed text arrived. */
type Awaited = { step: 1 | -1; isEntered: boolean }

export function useSearchBox(input: { current: HTMLInputElement | null }) {
  const navigate = useNavigate()
  const [text, setText] = useTextOfPage(input)
  const [isOpen, setOpen] = useState(false)
  const [choice, setChoice] = useState<Choice | null>(null)
  const [awaited, setAwaited] = useState<Awaited | null>(null)
  const q = text.trim()
  const found = useSuggestions(text, isOpen)
  const options = choice?.options ?? found?.options ?? []
  const List = found?.List
  const isShown = isOpen && List != null && q !== ''
  const isListed = isShown && options.length > 0
  useFocusKey(input)

  function chooseNothing() {
    setChoice(null)
    setAwaited(null)
  }

  function close() {
    setOpen(false)
    chooseNothing()
  }

  function leaveTo(path: string) {
    close()
    input.current?.blur()
    void navigate(path)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (q === '') return
    // The first Enter waits for the suggestions; a second one searches without them.
    if (awaited && !awaited.isEntered) return setAwaited({ ...awaited, isEntered: true })
    leaveTo(choice?.options[choice.at]?.path ?? paths.search(q))
  }

  function step(by: 1 | -1) {
    if (!choice && found?.q !== q && !isListed) return setAwaited({ step: by, isEntered: false })
    // The search field itself is one of the stops for the arrow keys.
    const places = options.length + 1
    const at = (((choice?.at ?? -1) + 1 + by + places) % places) - 1
    setChoice(at === -1 ? null : { options, at })
  }

  const arrive = useEffectEvent((arrived: Option[]) => {
    if (!awaited) return
    const at = awaited.step === 1 ? 0 : arrived.length - 1
    if (awaited.isEntered) return leaveTo(arrived[at]?.path ?? paths.search(q))
    setAwaited(null)
    if (arrived.length > 0) setChoice({ options: arrived, at })
  })
  useEffect(() => {
    if (found?.q === q) arrive(found.options)
  }, [found, q])

  function steer(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      close()
    }
    if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && q !== '') {
      event.preventDefault()
      setOpen(true)
      step(event.key === 'ArrowDown' ? 1 : -1)
    }
  }

  function leave(event: FocusEvent) {
    if (!event.currentTarget.contains(event.relatedTarget)) close()
  }

  function type(typed: string) {
    setText(typed)
    chooseNothing()
    setOpen(true)
  }

  const open = () => setOpen(true)
  return { text, type, choice, options, List: isShown ? List : null, isListed, open, close, submit, steer, leave }
}

/** After a navigation the field has the query of the search page, or is empty; text typed meanwhile stays. */
function useTextOfPage(input: { current: HTMLInputElement | null }) {
  const { pathname, search, key } = useLocation()
  const isOnTheWay = useNavigation().state !== 'idle'
  const ofPage = pathname === paths.search() ? searchQuery(new URLSearchParams(search)) : ''
  const [text, setText] = useState(ofPage)
  const shown = useRef(key)
  const isTypedOnTheWay = useRef(false)

  useEffect(() => {
    // Takes over text typed before hydration.
    if (input.current && input.current.value !== text) setText(input.current.value)
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  useEffect(() => {
    if (shown.current === key) return
    shown.current = key
    if (!isTypedOnTheWay.current) setText(ofPage)
    isTypedOnTheWay.current = false
  }, [key, ofPage])

  const type = (typed: string) => {
    isTypedOnTheWay.current = isOnTheWay
    setText(typed)
  }
  return [text, type] as const
}
