export const groupLines = (groups: Record<string, string>): string =>
  Object.entries(groups)
    .map(([group, community]) => `${group} = ${community}`)
    .join('\n')

/** A line without '=' gets an empty community, which the validation refuses. */
export const groupsOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => {
        const at = line.lastIndexOf('=')
        return at < 0 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()]
      }),
  )
