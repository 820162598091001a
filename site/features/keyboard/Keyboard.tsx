import { useEffect, useEffectEvent } from 'react'
import { KeyboardHelp } from './KeyboardHelp.tsx'
import { itemToActOn, markedItem, moveMark } from './marks.ts'
import { singleKey } from './single-keys.ts'

/** What a key presses in the item that it acts on. */
const BUTTONS: Record<string, string> = { a: '.votes__up', z: '.votes__down', s: '[data-act="save"]' }

const press = (item: HTMLElement | null, selector: string) => item?.querySelector<HTMLElement>(selector)?.click()

/** Opens the marked post; whatever has the focus inside it knows Enter by itself. */
function open(): boolean {
  const item = markedItem()
  const { activeElement } = document
  if (!item || (activeElement !== item && activeElement !== document.body)) return false
  press(item, '.post-card__title a')
  return true
}

/** The keys of the pages, and the help that names them. Loaded once a page is at rest. */
export function Keyboard({ isHelpOpen, onHelp }: { isHelpOpen: boolean, onHelp: (isOpen: boolean) => void }) {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    const key = singleKey(event)
    if (key === null) return
    if (key === 'j' || key === 'k') moveMark(key === 'j' ? 1 : -1)
    else if (event.repeat) return
    else if (key === '?') onHelp(true)
    else if (key in BUTTONS) press(itemToActOn(), BUTTONS[key]!)
    else if (key !== 'Enter' || !open()) return
    event.preventDefault()
  })

  useEffect(() => {
    const listener = (event: KeyboardEvent) => hear(event)
    document.addEventListener('keydown', listener)
    // For whoever drives a browser: from here on these keys are heard.
    document.documentElement.dataset.keys = ''
    return () => document.removeEventListener('keydown', listener)
  }, [])

  return <KeyboardHelp isOpen={isHelpOpen} onClose={() => onHelp(false)} />
}
