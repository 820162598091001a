import { expect, test } from 'bun:test'
import { partsOf } from './statements.ts'

async function parts(dump: string, size = 7) {
  const bytes = Buffer.from(dump)
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  return Array.fromAsync(partsOf(chunks()), (part) =>
    part.kind === 'copy-end' ? '\\.' : part.kind === 'copy' ? `> ${part.line}` : part.text,
  )
}

test('the dump parser ends SQL statements at semicolons outside of quotes, comments and function bodies', async () => {
  const dump = `-- PostgreSQL database dump; 1
\\restrict abc
SET client_encoding = 'UTF8';
CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $_$ begin; return 'x'; end; $_$;
INSERT INTO "a;b" VALUES ('it''s; \\', E'\\'; \\\\'); INSERT INTO b VALUES (1 /* ; */);
ALTER TABLE a
    ADD CONSTRAINT c CHECK (x > 1); -- done; really
`
  expect(await parts(dump)).toEqual([
    "SET client_encoding = 'UTF8';",
    "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $_$ begin; return 'x'; end; $_$;",
    `INSERT INTO "a;b" VALUES ('it''s; \\', E'\\'; \\\\');`,
    'INSERT INTO b VALUES (1 /* ; */);',
    'ALTER TABLE a\n    ADD CONSTRAINT c CHECK (x > 1);',
  ])
})

test('the dump parser yields COPY rows unchanged until the terminating line', async () => {
  const dump =
    "COPY public.a (id, text) FROM stdin;\n1\tit's; $$\n2\t\\\\.\n\\.\n\nCOPY b FROM stdin;\n\\.\nSELECT 1;\n"
  for (const size of [1, 13, 1_000])
    expect(await parts(dump, size)).toEqual([
      'COPY public.a (id, text) FROM stdin;',
      "> 1\tit's; $$",
      '> 2\t\\\\.',
      '\\.',
      'COPY b FROM stdin;',
      '\\.',
      'SELECT 1;',
    ])
})
