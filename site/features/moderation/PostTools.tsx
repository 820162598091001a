import type { Post } from '#shared/api/shapes.ts'
import { LoadedPart } from './LoadedPart.tsx'

const load = async () => (await import('./PostToolbar.tsx')).PostToolbar

/** A toolbar that only moderators load; its place is kept from the first rendering on. */
export function PostTools(props: { post: Post }) {
  return (
    <div className="post__tools needs-js">
      <LoadedPart load={load} props={props} />
    </div>
  )
}
