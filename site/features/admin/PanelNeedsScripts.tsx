import { paths } from '#shared/paths.ts'
import { useTexts } from '#shared/texts.ts'

/** Links to the moderation pages that work without JavaScript. */
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
