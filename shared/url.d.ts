type ParsedUrl = {
  protocol: string
  username: string
  password: string
  host: string
  hostname: string
  port: string
  origin: string
  hash: string
  search: string
  href: string
}

/** The WHATWG URL class; browsers, Bun and Node have it. */
declare const URL: { new (url: string): ParsedUrl; parse(url: string): ParsedUrl | null }
