import type { ComponentProps, KeyboardEvent, MouseEvent } from 'react'

type ActionLinkProps = Omit<ComponentProps<'a'>, 'onClick' | 'onKeyDown' | 'role'> & {
  /** The page that does the same without scripts. */
  href: string
  onPress: () => unknown
}

/** A link that works as a button if scripts run, and otherwise opens its page. */
export function ActionLink({ href, onPress, children, ...rest }: ActionLinkProps) {
  function press(event: MouseEvent): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void onPress()
  }

  return (
    <a {...rest} role="button" href={href} rel="nofollow" onClick={press} onKeyDown={pressBySpace}>
      {children}
    </a>
  )
}

/** Browsers follow links only on Enter, so the space key is handled here. */
function pressBySpace(event: KeyboardEvent<HTMLAnchorElement>): void {
  if (event.key !== ' ' || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  event.currentTarget.click()
}
