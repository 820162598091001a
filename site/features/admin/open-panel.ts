import { CallError } from '#shared/api/errors.ts'
import { storeCredential } from './credential.ts'

/** Throws a message if the browser refuses to store the token. */
export function openPanel(
  { success, admin_token }: { success: boolean; admin_token: string },
  text: { failed: string },
): void {
  if (!success || !storeCredential(admin_token)) throw new CallError(0, { detail: text.failed })
}
