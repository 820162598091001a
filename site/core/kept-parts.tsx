import { createContext, useContext, type ReactNode } from 'react'

/** Values that differ between pages; cached markup has placeholders instead. */
export type FormPlace = { token: string; here: string }

/** Finds the cached markup of a page's parts, while the server renders the page. */
export type KeptParts = {
  now: number
  /** Name of the element that marks a cached part in the rendered HTML; it is removed before the page is sent. */
  mark: string
  /** Placeholders that the cached markup has in place of each page's own values. */
  slots: FormPlace
  find: (name: string, state: string) => { at: number; isKnown: boolean }
}

export const KeptPartsContext = createContext<KeptParts | null>(null)

const SlotsContext = createContext<FormPlace | null>(null)

/** Returns placeholders inside a cached part, otherwise the values of the page. */
export const useFormPlace = (own: FormPlace): FormPlace => useContext(SlotsContext) ?? own

type KeptProps = {
  name: string
  /** Everything that the markup depends on, except language, variant, site and whether the reader is signed in. */
  state: (now: number) => unknown
  children: () => ReactNode
}

/** The server caches the markup of `children`, a single element, for all pages where `state` is equal. */
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
