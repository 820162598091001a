import type { MouseEvent, ReactNode } from 'react'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { classNames } from './class-names.ts'
import { pageWindow } from './page-window.ts'

type PagerProps = {
  /** From 1. */
  page: number
  pageCount: number
  /** The most numbered buttons. */
  max?: number
  hrefFor: (page: number) => string
  /** Given, a plain press stays in the page and calls it; a middle click is still a link. */
  onPage?: (page: number) => void
  texts: { label: string; previous: string; next: string; page: (page: number) => string }
}

/** Numbered pages as links; nothing where there is one page only. */
export function Pager({ page, pageCount, max = 7, hrefFor, onPage, texts }: PagerProps) {
  if (pageCount < 2) return null

  function follow(event: MouseEvent, to: number) {
    if (!onPage || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onPage(to)
  }

  const step = (to: number, kind: 'previous' | 'next', content: ReactNode) => {
    const className = classNames('pager__link', `pager__step--${kind}`)
    return to < 1 || to > pageCount
      ? <span className={className} aria-disabled="true" role="link">{content}</span>
      : <a className={className} rel={kind === 'next' ? 'next' : 'prev'} href={hrefFor(to)} onClick={event => follow(event, to)}>{content}</a>
  }

  return (
    <nav className="pager" aria-label={texts.label}>
      {step(page - 1, 'previous', <><ChevronLeft size={18} aria-hidden />{texts.previous}</>)}
      {pageWindow(page, pageCount, max).map(number => (
        <a
          key={number}
          className="pager__link"
          href={hrefFor(number)}
          aria-label={texts.page(number)}
          aria-current={number === page ? 'page' : undefined}
          onClick={event => follow(event, number)}
        >
          {number}
        </a>
      ))}
      {step(page + 1, 'next', <>{texts.next}<ChevronRight size={18} aria-hidden /></>)}
    </nav>
  )
}
