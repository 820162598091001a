import type { Post } from '#shared/api/shapes.ts'
import { paths } from '#shared/paths.ts'
import { useText } from '#site/core/site-context.tsx'
import { LoadedPart } from './LoadedPart.tsx'

const load = async () => (await import('./PostToolbar.tsx')).PostToolbar

/** Only moderators load the code of the tools, whose space is reserved, so that the page does not shift. */
export function PostTools(props: { post: Post }) {
  const { moderate: label } = useText().postPage
  return (
    <div className="post__tools">
      <LoadedPart load={load} props={props} />
      <noscript>
        <a className="action" href={paths.formOf.moderate(props.post.id, 'post')} rel="nofollow">
          {label}
        </a>
      </noscript>
    </div>
  )
}
