import { useEffect, useEffectEvent, useState, type DragEvent, type RefObject } from 'react'

type Take = (files: Iterable<File>) => void

/** Takes files that are dropped on the element, pasted into its form, or `given` by another part of the page. */
export function useGivenFiles(element: RefObject<HTMLElement | null>, given: File[] | null, take: Take) {
  usePastedFile(element, take)
  const takeGiven = useEffectEvent(take)
  useEffect(() => {
    if (given) takeGiven(given)
  }, [given])
  return useDroppedFile(take)
}

function useDroppedFile(take: Take) {
  const [isOver, setOver] = useState(false)
  return {
    isOver,
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      take(event.dataTransfer.files)
    },
  }
}

function usePastedFile(element: RefObject<HTMLElement | null>, take: Take): void {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = event.clipboardData?.files
    if (!files?.length) return
    event.preventDefault()
    take(files)
  })
  useEffect(() => {
    const form = element.current?.closest('form')
    const listener = (event: ClipboardEvent) => paste(event)
    form?.addEventListener('paste', listener)
    return () => form?.removeEventListener('paste', listener)
  }, [element])
}
