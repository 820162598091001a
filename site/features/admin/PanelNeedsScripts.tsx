import { paths } from '#shared/paths.ts'
import { useTexts } from '#shared/texts.ts'

/** Message for browsers without JavaScript, with a link to the moderation pages that work without it. */
export function PanelNeedsScripts() {
  const { needsScript, communities } = useTexts('adminFrame')
  return (
    <noscript>
      <p>
        {needsScript} <a href={paths.browseCategories()}>{communities}</a>
      </p>
    </noscript>
  )
}
