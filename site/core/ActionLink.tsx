import type { ComponentProps, KeyboardEvent, MouseEvent } from 'react'

type ActionLinkProps = Omit<ComponentProps<'a'>, 'onClick' | 'onKeyDown' | 'role'> & {
  /** The page that does the same without scripts. */
  href: string
  onPress: () => unknown
}

/** A link that works like a button where scripts run and leads to its own page where they do not. */
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

/** Adds the space key: browsers follow links by Enter alone. */
function pressBySpace(event: KeyboardEvent<HTMLAnchorElement>): void {
  if (event.key !== ' ' || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  event.currentTarget.click()
}
