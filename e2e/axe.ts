import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import type { Page } from 'playwright'

const SOURCE = Bun.resolveSync('axe-core/axe.min.js', import.meta.dir)
let source: string | undefined

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']
export const EVERYTHING: RunOptions['runOnly'] = { type: 'tag', values: TAGS }
export const EVERYTHING_OF_KIT: RunOptions['runOnly'] = { type: 'tag', values: [...TAGS, 'wcag21a'] }
export const COLOURS: RunOptions['runOnly'] = { type: 'rule', values: ['color-contrast'] }

/** Returns a line per violated rule. Results of rules that pass are left out, since axe takes longest to list them. */
export async function violationsOf(page: Page, runOnly: RunOptions['runOnly']): Promise<string[]> {
  source ??= await Bun.file(SOURCE).text()
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  // axe loads the style sheets of the page only for a rule that is off by default, so they are left out here.
  const preload = { assets: ['media' as const] }
  const options: RunOptions = { runOnly, resultTypes: ['violations'], iframes: false, preload }
  // axe's rule that an accessible name contains the visible text is experimental, so it is off by default.
  if (runOnly !== COLOURS) options.rules = { 'label-content-name-mismatch': { enabled: true } }
  const violations = await page.evaluate(async (given) => {
    // Finishes animations, or axe would measure colours in transition.
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
    const { run } = (window as unknown as { axe: typeof axe }).axe
    // Finding selectors for the elements takes long, so the first run omits them. The check runs again with selectors
    // only if there are violations.
    const found = await run(document, { ...given, selectors: false })
    const { violations } = found.violations.length > 0 ? await run(document, given) : found
    return violations.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.map(({ target, failureSummary = '' }) => ({ target: target.join(' '), failureSummary })),
    }))
  }, options)
  return (
    violations
      // Ignores targets that axe finds too small only because an open menu covers them.
      .map(({ nodes, ...violation }) => ({
        ...violation,
        nodes: nodes.filter(({ failureSummary }) => !failureSummary.includes('obscured')),
      }))
      .filter(({ nodes }) => nodes.length > 0)
      .map(
        ({ id, help, nodes }) =>
          `axe ${id}, ${help}: ${nodes
            .slice(0, 3)
            .map(({ target, failureSummary }) => `${target} (${failureSummary})`)
            .join(' | ')}`,
      )
  )
}

export async function widthBeyond(page: Page): Promise<string[]> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  return wide > 0 ? [`scrolls sideways by ${wide} px`] : []
}
