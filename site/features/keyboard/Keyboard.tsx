import { useEffect, useEffectEvent } from 'react'
import { singleKey } from '#shared/ui/single-keys.ts'
import { KeyboardHelp } from './KeyboardHelp.tsx'
import { itemForKeys, markedItem, moveMark, moveToParent, moveToSibling, NEW_COMMENTS } from './marks.ts'

const BUTTONS: Record<string, string> = {
  a: '.votes__up',
  z: '.votes__down',
  s: '[data-action="save"]',
  r: '[data-action="read"]',
}

const press = (item: HTMLElement | null, selector: string) => item?.querySelector<HTMLElement>(selector)?.click()

/** False where a focused element inside the post handles Enter itself. */
function open(): boolean {
  const item = markedItem()
  const { activeElement } = document
  if (!item || (activeElement !== item && activeElement !== document.body)) return false
  press(item, '.post-card__title a, .notification-row__link')
  return true
}

/** `early` are keys pressed before this module was loaded. */
export function Keyboard({
  isHelpOpen,
  onHelp,
  early,
}: {
  isHelpOpen: boolean
  onHelp: (isOpen: boolean) => void
  early: KeyboardEvent[]
}) {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const key = singleKey(event)
    if (key === null) return
    if (key === 'j' || key === 'k') moveMark(key === 'j' ? 1 : -1)
    else if (key === 'n' || key === 'p') moveMark(key === 'n' ? 1 : -1, NEW_COMMENTS)
    else if (key === '[' || key === ']') moveToSibling(key === ']' ? 1 : -1)
    else if (event.repeat) return
    else if (key === 'u') moveToParent()
    else if (key === '?') onHelp(true)
    else if (key in BUTTONS) press(itemForKeys(), BUTTONS[key]!)
    else if (key !== 'Enter' || !open()) return
    event.preventDefault()
  })

  useEffect(() => {
    const listener = (event: KeyboardEvent) => handle(event)
    early.splice(0).forEach(listener)
    document.addEventListener('keydown', listener)
    document.documentElement.dataset.keys = ''
    return () => document.removeEventListener('keydown', listener)
  }, [early])

  return <KeyboardHelp isOpen={isHelpOpen} onClose={() => onHelp(false)} />
}
