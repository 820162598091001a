import fc from 'fast-check'

const CONSTANTS: unknown[] = [
  null, true, false, 0, -0, 1, -1, 0.5, 1e308, -1e308, 5e-324, 2 ** 31, 2 ** 31 - 1, 2 ** 53, -(2 ** 63), 1e21, '', ' ', '\t\n', '0', '-1', '1e3',
  '00000000000000000001', '9223372036854775808', '99999999999999999999999', 'NaN', 'Infinity', 'null', 'undefined', 'true', 'FALSE', '[]', '{}', '\0', 'a\0b',
  '\ud800', '\udfff\ud800', 'a\ud83d', '\ufeff', '\ufffe\uffff', '\u202e\u2066', 'İıſK', 'ﷺ'.repeat(40), '👩‍👩‍👧‍👦', 'z̷̢̛͇'.repeat(30), 'ż'.normalize('NFD'),
  "'", '"', '\\', "' or 1=1 --", "'; drop table post; --", '%', '_', '%_%', '\\%', '$1', ':a & !b', 'a <-> b', "''", '(((', '*:*', '{{7*7}}', '${7}',
  '../../etc/passwd', '..%2f', '%00', '%zz', '%C0%AF', 'file:///etc/passwd', 'https://', 'https://[', 'https://user:pw@x.example', 'javascript:alert(1)',
  '<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '[x](javascript:alert(1))', '>!'.repeat(500), '@'.repeat(500), '['.repeat(2_000),
  '2026-11-21T00:00:00Z', '0000-00-00', '-infinity', 'now()', '__proto__', 'constructor', 'toString', 'x'.repeat(21), 'x'.repeat(300), 'x'.repeat(10_001), 'ą'.repeat(40_001),
  [], [[]], [null], [1, 2, 3], ['a', 'b'], {}, { length: 1 }, { toString: 1 }, { $ne: null }, { id: 1 }, JSON.parse('{"__proto__":{"is_admin":true}}'),
]

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 }).map((codes) => String.fromCharCode(...codes)) },
  { weight: 3, arbitrary: fc.constantFrom(...CONSTANTS.filter((value) => typeof value === 'string')) },
  { weight: 1, arbitrary: fc.tuple(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 3_000 })).map(([text, times]) => text.repeat(times)) },
)

/** Other types, ends of ranges, and values that have broken parsers. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...CONSTANTS) },
  { weight: 2, arbitrary: hostileText },
  { weight: 1, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.integer() },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 500 }).map(nested) },
)

export const hostileBody: fc.Arbitrary<string | Uint8Array<ArrayBuffer>> = fc.oneof(
  fc.constantFrom(
    '', ' ', 'null', 'true', '1', '"a"', '[]', '[{}]', '{', '{"a":', '{"a":1,}', "{'a':1}", '{"a":1}{"b":2}', '\ufeff{}', '{"a":1e999}', '{"a":-1e999}',
    '{"title":"\\ud800"}', '{"id":1,"id":2}', '{"__proto__":{"a":1}}', '{"constructor":{"prototype":{"a":1}}}', '{"a":"\\u0000"}', 'NaN', '// c\n{}',
    '['.repeat(200_000), '{"a":'.repeat(50_000), `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`, `{"a":${'9'.repeat(10_000)}}`,
    `{${Array.from({ length: 5_000 }, (_, at) => `"k${at}":${at}`).join(',')}}`, `{"content":"${'x'.repeat(1_048_577)}"}`,
  ),
  fc.uint8Array({ maxLength: 40 }).map((bytes) => new Uint8Array(bytes)),
  fc.string({ unit: 'binary', maxLength: 40 }),
)

/** Replacements for an id or a name in a path, already encoded. */
export const hostileSegment: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '0', '-1', '+1', '1.0', '1e3', '01', '0x1', '%31', '%00', '%0a', '%zz', '%', '%2', '%2f', '%2e%2e', '..', '.', '%C0%AF', '%ED%A0%80', '%F0%9F%98%80', 'a%20b', ' ',
    '1;2', '1,2', '1?', '1#', '[1]', 'null', 'undefined', 'NaN', 'true', '2147483647', '2147483648', '9007199254740993', '9'.repeat(18), '9'.repeat(19), '9'.repeat(400),
    'search', 'me', 'saved', 'x'.repeat(3_000), '%25'.repeat(300), '*', ':id', '{id}', '$', '@', '__proto__', '１', '①', '٣',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }).map((text) => encodeURIComponent(text.toWellFormed())),
  fc.string({ maxLength: 12 }).map((text) => text.replace(/[/?#\\]/g, '')),
)

const LATIN = fc.string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)), maxLength: 30 }).map((text) => text.trim())

export const hostileHeaders: fc.Arbitrary<Record<string, string>> = fc.dictionary(
  fc.constantFrom(
    'accept', 'accept-encoding', 'accept-language', 'content-type', 'content-length', 'content-encoding', 'cookie', 'host', 'origin', 'referer', 'range', 'expect', 'if-none-match',
    'if-modified-since', 'idempotency-key', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-http-method-override', 'x-request-id', 'forwarded', 'user-agent',
    'transfer-encoding', 'x-original-url', 'upgrade', 'te',
  ),
  fc.oneof(
    fc.constantFrom(
      '', '*', '*/*', 'null', '0', '-1', '99999999999999999999', 'gzip', 'br;q=0', 'chunked', 'text/plain', 'application/xml', 'multipart/form-data', 'multipart/form-data; boundary=',
      'application/json; charset=utf-16', 'application/json;;;', 'bytes=0-', 'bytes=-1', 'bytes=9-1', '127.0.0.1', '::1, 10.0.0.1', '999.1.1.1', 'a'.repeat(8_000), 'DELETE', '/api/admin/users',
      'evil.example', 'adult.localhost:3000', 'localhost:3000', 'http://evil.example', 'language=en; language=pl', 'language=%00', 'session=', 'session=x.y.z', 'session="', ';;=;=a;', '=',
    ),
    LATIN,
  ),
  { maxKeys: 4 },
)

export const forgedBearer: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    'Bearer', 'Bearer ', 'bearer x', 'Bearer a.b.c', 'Bearer a b', 'Basic YTpi', 'Bearer null', 'Bearer undefined', `Bearer ${'x'.repeat(9_000)}`,
    'Bearer eyJhbGciOiJub25lIn0.eyJzaWQiOiIxIiwiaXNzIjoid2F0ZWsifQ.', 'Bearer eyJhbGciOiJIUzI1NiJ9.e30.AAAA', 'Bearer ..', 'Bearer eyJhbGciOiJSUzI1NiJ9.e30.e30',
  ),
  LATIN.map((text) => `Bearer ${text}`),
)
