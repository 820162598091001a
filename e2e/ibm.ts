import type { Page } from 'playwright'

type Report = { results: { ruleId: string; value: [string, string]; message: string; path: { dom: string } }[] }
type Engine = { ace: { Checker: new () => { check: (root: Document, rulesets: string[]) => Promise<Report> } } }

const SOURCE = Bun.resolveSync('accessibility-checker-engine/ace.js', import.meta.dir)
let source: string | undefined

/**
 * Rules of IBM's checker that demand unique accessible names. Some of our elements share a name, but the elements that
 * contain them have distinct ones, which the checker does not take into account.
 */
const REPEATED = new Set([
  // The groups of vote buttons of all posts and comments have the same name.
  'fieldset_label_valid',
  // Posts with equal titles.
  'aria_article_label_unique',
  // Forms without an accessible name, which are therefore no landmarks and need no unique name.
  'aria_form_label_unique',
])

/**
 * Returns one line for each rule of IBM's checker that the page violates. The checker examines names, roles and
 * keyboard use in another way than axe.
 */
export async function ibmViolationsOf(page: Page): Promise<string[]> {
  source ??= await Bun.file(SOURCE).text()
  if (!(await page.evaluate(() => 'ace' in window)))
    await page.evaluate(`${source}; window.ace = typeof ace === 'undefined' ? window.ace : ace`)
  const { results } = await page.evaluate(async () => {
    const { ace } = window as unknown as Engine
    const report = await new ace.Checker().check(document, ['WCAG_2_2'])
    // Ignores violations in closed details elements, whose labels IBM's checker treats as hidden.
    const isFolded = (path: string) => {
      const found = document.evaluate(path, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue
      return found instanceof Element && found.closest('details:not([open])') !== null
    }
    return {
      results: report.results
        .filter(({ value: [kind, outcome], path }) => kind === 'VIOLATION' && outcome === 'FAIL' && !isFolded(path.dom))
        .map(({ ruleId, message, path }) => ({ ruleId, message, at: path.dom })),
    }
  })
  const byRule = Map.groupBy(
    results.filter(({ ruleId }) => !REPEATED.has(ruleId)),
    ({ ruleId }) => ruleId,
  )
  return [...byRule].map(
    ([rule, found]) =>
      `ibm ${rule}: ${found
        .slice(0, 3)
        .map(({ message, at }) => `${at} (${message})`)
        .join(' | ')}`,
  )
}
