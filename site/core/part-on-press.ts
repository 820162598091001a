import { showFailure } from './call-failed.ts'

/** Code that a page loads at first use; `part` is null until it is loaded. */
type PartOnPress<Part> = {
  readonly part: Part | null
  load: () => Promise<void>
  open: (show: () => void, failed: string) => void
}

/** `open` loads the code if needed and then calls `show`; on failure it shows the toast `failed`. */
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
