/** Null where the text is no URL. Backslashes and blanks are refused: programs read them differently. */
export function parseUrl(text: string): URL | null {
  return /[\\\s]/.test(text) || !URL.canParse(text) ? null : new URL(text)
}

/** The origin in the form of `url.origin`, which is 'null' for own schemes. */
export function originOf(url: URL): string {
  return `${url.protocol}//${url.host}`
}
