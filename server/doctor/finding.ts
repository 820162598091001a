export type Finding = {
  name: string
  status: 'ok' | 'warning' | 'error'
  message: string
  /** Null if nothing needs to be done. */
  advice: string | null
}

export const ok = (name: string, message: string): Finding => ({ name, status: 'ok', message, advice: null })

export const warning = (name: string, message: string, advice: string): Finding => ({
  name,
  status: 'warning',
  message,
  advice,
})

export const error = (name: string, message: string, advice: string): Finding => ({
  name,
  status: 'error',
  message,
  advice,
})

export const hasError = (findings: Finding[]) => findings.some(({ status }) => status === 'error')

export const reasonOf = (thrown: unknown): string => {
  const found = thrown instanceof Error ? thrown : new Error(String(thrown))
  const { code } = found as { code?: string }
  return (found.message || code || found.name).split('\n')[0]!
}
