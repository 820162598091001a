import type { Issue, Outcome } from '../ipc.ts'

export const DONE: Outcome = { ok: true }

export function refused(issue: Issue, detail: string | null = null): Outcome {
  return { ok: false, issue, detail }
}
