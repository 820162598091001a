import type { DesktopTexts } from '../../shared/i18n/pl/desktop.ts'
import type { Outcome } from '../ipc.ts'

/** Returns the server's error message, else the console's; null after a success. */
export function issueText(outcome: Outcome, t: DesktopTexts): string | null {
  return outcome.ok ? null : (outcome.detail ?? t.issues[outcome.issue])
}
