import { createContext, useContext, type ReactNode } from 'react'

/** What forms in a part need of their page: it is filled in where the part stands. */
export type FormPlace = { token: string; here: string }

/** On the server: the parts of one page whose markup may be known from an earlier page. */
export type KeptParts = {
  now: number
  /** The element that marks a part in the rendered page; readers never get it. */
  mark: string
  /** Stand in the markup of a part for the values of its page. */
  slots: FormPlace
  find: (name: string, state: string) => { at: number; isKnown: boolean }
}

export const KeptPartsContext = createContext<KeptParts | null>(null)

const SlotsContext = createContext<FormPlace | null>(null)

/** The values for forms; within a part that is kept, the slots for them. */
export const useFormPlace = (own: FormPlace): FormPlace => useContext(SlotsContext) ?? own

type KeptProps = {
  name: string
  /** All that the markup depends on besides language, variant, site, and whether the reader is signed in. */
  state: (now: number) => unknown
  children: () => ReactNode
}

/** A part of a page that is one element. Its markup is rendered once for all pages on which its state is equal. */
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
