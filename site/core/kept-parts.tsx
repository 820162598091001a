import { createContext, useContext, type ReactNode } from 'react'

/** Values of the page that forms within a kept part need; inserted where the part is used. */
export type FormPlace = { token: string; here: string }

/** On the server: the parts of one page whose markup may be known from an earlier page. */
export type KeptParts = {
  now: number
  /** The element that marks a part in the rendered page; removed before the page is sent. */
  mark: string
  /** Placeholders in a part's markup for values of its page. */
  slots: FormPlace
  find: (name: string, state: string) => { at: number; isKnown: boolean }
}

export const KeptPartsContext = createContext<KeptParts | null>(null)

const SlotsContext = createContext<FormPlace | null>(null)

/** The values for forms, or their placeholders within a kept part. */
export const useFormPlace = (own: FormPlace): FormPlace => useContext(SlotsContext) ?? own

type KeptProps = {
  name: string
  /** Everything the markup depends on besides language, variant, site, and whether the reader is signed in. */
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
