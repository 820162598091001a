import type { ComponentProps, KeyboardEvent, MouseEvent } from 'react'

type ActionLinkProps = Omit<ComponentProps<'a'>, 'onClick' | 'onKeyDown' | 'role'> & {
  /** URL of the page that takes the place of `onPress` without JavaScript. */
  href: string
  onPress: () => unknown
}

/** A link that works as a button with JavaScript, and otherwise opens its page. */
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

/** The link works as a button, so Space must press it, but browsers follow links only on Enter. */
function pressBySpace(event: KeyboardEvent<HTMLAnchorElement>): void {
  if (event.key !== ' ' || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  event.currentTarget.click()
}
