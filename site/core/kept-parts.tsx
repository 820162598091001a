import { createContext, useContext, type ReactNode } from 'react'

/**
 * Values that forms need and that differ between pages. Cached markup contains placeholders instead, which are replaced
 * by these values for each page.
 */
export type FormPlace = { token: string; here: string }

/** What the server provides while it renders a page: a function that finds the cached markup of the page's parts. */
export type KeptParts = {
  now: number
  /** Name of the element that marks a part in the rendered HTML; removed before the page is sent. */
  mark: string
  /** Placeholders that the cached markup contains in place of each page's own values. */
  slots: FormPlace
  find: (name: string, state: string) => { at: number; isKnown: boolean }
}

export const KeptPartsContext = createContext<KeptParts | null>(null)

const SlotsContext = createContext<FormPlace | null>(null)

/** Returns the values that forms of the page need. Inside a cached part it returns the placeholders for them. */
export const useFormPlace = (own: FormPlace): FormPlace => useContext(SlotsContext) ?? own

type KeptProps = {
  name: string
  /**
   * Returns everything that the markup depends on, except language, variant, site and whether the reader is signed in.
   */
  state: (now: number) => unknown
  children: () => ReactNode
}

/**
 * A part of a page whose markup the server caches and reuses on all pages where `state` is equal. It must be a single
 * element.
 */
export function Kept({ name, state, children }: KeptProps): ReactNode {
  const parts = useContext(KeptPartsContext)
  if (!parts) return children()
  const { at, isKnown } = parts.find(name, JSON.stringify(state(parts.now)))
  const Mark = parts.mark as 'span'
  if (isKnown) return <Mark id={String(at)} />
  return (
    <Mark id={String(at)}>
      <KeptPartsContext value={null}>
        <SlotsContext value={parts.slots}>{children()}</SlotsContext>
      </KeptPartsContext>
    </Mark>
  )
}
