import { showFailure } from './call-failed.ts'

/** Code that a page loads when somebody first asks for it; `part` is null before. */
type PartOnPress<Part> = {
  readonly part: Part | null
  load: () => Promise<void>
  open: (show: () => void, failed: string) => void
}

/** `open` calls `show` with the part loaded, at once where it already is, or a toast says `failed`. */
export function partOnPress<Part>(load: () => Promise<Part>): PartOnPress<Part> {
  let part: Part | null = null
  const loadPart = async () => {
    part ??= await load()
  }
  return {
    get part() {
      return part
    },
    load: loadPart,
    open(show, failed) {
      if (part !== null) return show()
      loadPart().then(show, (error: unknown) => showFailure(error, failed))
    },
  }
}
