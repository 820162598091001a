import type { DesktopTexts } from '../../shared/i18n/pl/desktop.ts'
import type { Outcome } from '../ipc.ts'

/** The sentence of a refusal: the server's own where it gave one; null where there was none. */
export function issueText(outcome: Outcome, t: DesktopTexts): string | null {
  return outcome.ok ? null : outcome.detail ?? t.issues[outcome.issue]
}
