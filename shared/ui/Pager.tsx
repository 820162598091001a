import type { MouseEvent, ReactNode } from 'react'
import ChevronLeft from 'lucide/dist/esm/icons/chevron-left.mjs'
import ChevronRight from 'lucide/dist/esm/icons/chevron-right.mjs'
import { classNames } from './class-names.ts'
import { Icon } from './Icon.tsx'
import { pageWindow } from './page-window.ts'

type PagerProps = {
  page: number
  pageCount: number
  max?: number
  hrefFor: (page: number) => string
  onPage?: (page: number) => void
  texts: { label: string; previous: string; next: string; page: (page: number) => string }
}

export function Pager({ page, pageCount, max = 7, hrefFor, onPage, texts }: PagerProps) {
  if (pageCount < 2) return null

  function follow(event: MouseEvent, to: number) {
    if (!onPage || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onPage(to)
  }

  const step = (to: number, kind: 'previous' | 'next', content: ReactNode) => {
    const className = classNames('pager__link', `pager__step--${kind}`)
    return to < 1 || to > pageCount ? (
      <span className={className} aria-disabled="true" role="link">
        {content}
      </span>
    ) : (
      <a
        className={className}
        rel={kind === 'next' ? 'next' : 'prev'}
        href={hrefFor(to)}
        onClick={(event) => follow(event, to)}>
        {content}
      </a>
    )
  }

  return (
    <nav className="pager" aria-label={texts.label}>
      {step(
        page - 1,
        'previous',
        <>
          <Icon of={ChevronLeft} size={18} />
          {texts.previous}
        </>,
      )}
      {pageWindow(page, pageCount, max).map((number) => (
        <a
          key={number}
          className="pager__link"
          href={hrefFor(number)}
          aria-label={texts.page(number)}
          aria-current={number === page ? 'page' : undefined}
          onClick={(event) => follow(event, number)}>
          {number}
        </a>
      ))}
      {step(
        page + 1,
        'next',
        <>
          {texts.next}
          <Icon of={ChevronRight} size={18} />
        </>,
      )}
    </nav>
  )
}
