const ITEMS = '#main :is(article.post, article.post-card, article.comment__main, article.notification-row)'

function items(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(ITEMS)].filter((item) => item.getClientRects().length > 0)
}

export function markedItem(): HTMLElement | null {
  const focused = document.activeElement?.closest<HTMLElement>(ITEMS) ?? null
  return focused ?? items().find((item) => item.getAttribute('aria-current') === 'true') ?? null
}

function firstInSight(all: HTMLElement[]): HTMLElement | undefined {
  return all.find((item) => item.getBoundingClientRect().top >= barHeight()) ?? all.at(-1)
}

const barHeight = () => document.querySelector('.topbar')?.getBoundingClientRect().bottom ?? 0

export function moveMark(by: 1 | -1): void {
  const all = items()
  const marked = markedItem()
  const next = marked ? all[all.indexOf(marked) + by] : firstInSight(all)
  if (next) mark(next, all)
}

function mark(item: HTMLElement, all: HTMLElement[]): void {
  for (const other of all) other.removeAttribute('aria-current')
  item.setAttribute('aria-current', 'true')
  // Tab continues from here, and screen readers read it.
  if (!item.hasAttribute('tabindex')) item.tabIndex = -1
  item.focus({ preventScroll: true })
  const { top, bottom } = item.getBoundingClientRect()
  // Smooth scrolling would lag behind repeated keys.
  if (top < barHeight() || bottom > innerHeight) item.scrollIntoView({ block: 'start', behavior: 'instant' })
}

export function itemForKeys(): HTMLElement | null {
  return markedItem() ?? document.querySelector<HTMLElement>('#main article.post')
}
