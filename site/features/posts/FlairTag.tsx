import type { Flair } from '#shared/api/shapes.ts'
import { paths } from '#shared/paths.ts'
import { hueOfFlair } from '#shared/rules/flairs.ts'

export function FlairTag({ flair: { id, label, color }, category }: { flair: Flair; category: string }) {
  return (
    <a className="tag flair" data-hue={hueOfFlair(color)} href={paths.category(category, undefined, undefined, id)}>
      {label}
    </a>
  )
}
