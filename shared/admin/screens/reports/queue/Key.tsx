import { classNames } from '#shared/ui/class-names.ts'

/** If `of` is null, only the space for the key is reserved. */
export function Key({ of }: { of: string | null }) {
  return (
    <kbd className={classNames('queue__key', of === null && 'queue__key--none')} aria-hidden="true">
      {of}
    </kbd>
  )
}
