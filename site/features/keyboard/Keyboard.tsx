import { useEffect, useEffectEvent } from 'react'
import { singleKey } from '#shared/ui/single-keys.ts'
import { announce } from '#site/core/announce.ts'
import { useText } from '#site/core/site-context.tsx'
import { KeyboardHelp } from './KeyboardHelp.tsx'
import { itemForKeys, markedItem, moveMark, moveToParent, moveToSibling, NEW_COMMENTS } from './marks.ts'

const BUTTONS: Record<string, string> = {
  a: '.votes__up',
  z: '.votes__down',
  s: '[data-action="save"]',
  r: '[data-action="read"]',
}

const MOVES: Record<string, () => boolean> = {
  j: () => moveMark(1),
  k: () => moveMark(-1),
  n: () => moveMark(1, NEW_COMMENTS),
  p: () => moveMark(-1, NEW_COMMENTS),
  ']': () => moveToSibling(1),
  '[': () => moveToSibling(-1),
  u: moveToParent,
}

const press = (item: HTMLElement | null, selector: string) => item?.querySelector<HTMLElement>(selector)?.click()

/** Opens the marked item. Returns false if the focus is on another element, which handles Enter itself. */
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
  const { keyboard: t } = useText()
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const key = singleKey(event)
    if (key === null) return
    const move = MOVES[key]
    if (move) {
      if (!move()) announce(t.nothingThere)
    } else if (event.repeat) return
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
