/** Backslashes and blanks are refused, since programs interpret them differently. */
export function parseUrl(text: string): URL | null {
  return /[\\\s]/.test(text) || !URL.canParse(text) ? null : new URL(text)
}

/** Returns the origin of a URL with any scheme; `url.origin` is 'null' for custom schemes. */
export function originOf(url: URL): string {
  return `${url.protocol}//${url.host}`
}
