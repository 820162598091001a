/** A URL, null where the text is none. Text with backslashes or blanks is none: it would not lead where it seems to. */
export function parseUrl(text: string): URL | null {
  return /[\\\s]/.test(text) || !URL.canParse(text) ? null : new URL(text)
}

/** Scheme and host of an address, also of a scheme of our own, whose `origin` URL leaves opaque. */
export function originOf(url: URL): string {
  return `${url.protocol}//${url.host}`
}
