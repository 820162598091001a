import { CallError } from '#shared/api/errors.ts'
import { storeCredential } from './credential.ts'

/** Stores the token of a login; throws a sentence where the browser refuses. */
export function openPanel(
  { success, admin_token }: { success: boolean; admin_token: string },
  text: { failed: string },
): void {
  if (!success || !storeCredential(admin_token)) throw new CallError(0, { detail: text.failed })
}
