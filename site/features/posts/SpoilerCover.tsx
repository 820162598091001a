import { useState, type ReactNode } from 'react'
import { Button } from '#shared/ui/Button.tsx'
import { useText } from '#site/core/site-context.tsx'

/** Without JavaScript, focusing the button reveals the content by CSS. */
export function SpoilerCover({ isOn, children }: { isOn: boolean; children: ReactNode }) {
  const { posts: t } = useText()
  const [isOpen, setOpen] = useState(false)
  if (!isOn) return children
  return (
    <div className="cover">
      <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? t.hideSpoiler : t.showSpoiler}
      </Button>
      <div className={isOpen ? undefined : 'cover__closed'}>{children}</div>
    </div>
  )
}
