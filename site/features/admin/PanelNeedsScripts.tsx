import { paths } from '#shared/paths.ts'
import { useTexts } from '#shared/texts.ts'

/** Says without scripts how to moderate by pages and forms. */
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
