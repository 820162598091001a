import { classNames } from '#shared/ui/class-names.ts'

/** A key cap; null reserves its space. */
export function Key({ of }: { of: string | null }) {
  return (
    <kbd className={classNames('queue__key', of === null && 'queue__key--none')} aria-hidden="true">
      {of}
    </kbd>
  )
}
