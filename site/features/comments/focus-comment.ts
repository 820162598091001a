export const articleOf = (id: number) => document.querySelector<HTMLElement>(`#comment-${id} > article`)

export function focusComment(id: number, scroll = true): boolean {
  const element = document.getElementById(`comment-${id}`)
  if (!element) return false
  element.querySelector<HTMLElement>('article')?.focus({ preventScroll: true })
  if (scroll) element.scrollIntoView({ block: 'start' })
  return true
}
