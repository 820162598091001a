export const DEEP_LINK_SCHEME = 'watek-console'

const REPORT = new RegExp(`^${DEEP_LINK_SCHEME}://reports/([1-9][0-9]{0,8})/?$`, 'i')

/** Returns null for any link that does not show a report, since links must not trigger other actions. */
export function reportOfLink(link: string): number | null {
  const id = REPORT.exec(link)?.[1]
  return id === undefined ? null : Number(id)
}

export function reportInArguments(args: readonly string[]): number | null {
  for (const arg of args) {
    const id = reportOfLink(arg)
    if (id !== null) return id
  }
  return null
}
