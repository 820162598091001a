import { afterAll, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { openDatabase } from '../sources/database.ts'
import { openDumpFile } from './dump-file.ts'
import { loadDump } from './load.ts'

const folder = await mkdtemp(join(tmpdir(), 'watek-dump-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

async function write(name: string, content: string | Uint8Array): Promise<string> {
  await Bun.write(join(folder, name), content)
  return join(folder, name)
}

const LATIN2: Record<string, string> = { ż: '\xbf', ł: '\xb3' }
const latin2 = (text: string) =>
  Buffer.from(
    text.replace(/[żł]/g, (letter) => LATIN2[letter]!),
    'latin1',
  )

const POSTGRES = `-- PostgreSQL database dump
SET client_encoding = 'LATIN2';
CREATE EXTENSION IF NOT EXISTS hstore WITH SCHEMA public;
CREATE TABLE public.post (id integer NOT NULL, text text, more public.hstore);
ALTER TABLE public.post OWNER TO discourse;
COPY public.post (id, text, more) FROM stdin;
1\tżółty; 'x'\t"a"=>"1"
2\tdwa\\nwiersze\t\\N
\\.
INSERT INTO public.post VALUES (3, 'ł', NULL);
INSERT INTO public.post VALUES (4, 'trudny'' tekst;', NULL);
INSERT INTO public.missing VALUES (1);
CREATE TABLE public.program (line text);
COPY public.program FROM PROGRAM 'id';
ALTER TABLE ONLY public.post ADD CONSTRAINT post_pkey PRIMARY KEY (id);
`

const MYSQL = `-- MySQL dump 10.13
/*!40101 SET NAMES latin2 */;
CREATE TABLE \`posts\` (\`id\` int NOT NULL, \`text\` text,
  \`at\` datetime DEFAULT '0000-00-00 00:00:00', PRIMARY KEY (\`id\`))
  ENGINE=MyISAM DEFAULT CHARSET=latin2;
INSERT INTO \`posts\` VALUES (1,'żół; ty','0000-00-00 00:00:00'),(2,'it\\'s','2008-01-01 00:00:00');
GRANT ALL ON *.* TO 'former'@'127.0.0.1';
`

async function rowsOf(url: string, query: string) {
  const db = await openDatabase(url)
  try {
    return await db.rows(query)
  } finally {
    await db.close()
  }
}

test('IMP-21 a PostgreSQL dump is loaded into a scratch database, which is deleted afterwards', async () => {
  const printed: string[] = []
  const file = await write('forum.sql.zst', zstdCompressSync(latin2(POSTGRES)))
  const scratch = await loadDump(file, { dataDir: folder, print: (line) => printed.push(line) })
  expect(await rowsOf(scratch.url, 'select id, text from post order by id')).toMatchObject([
    { id: 1, text: "żółty; 'x'" },
    { id: 2, text: 'dwa\nwiersze' },
    { id: 3, text: 'ł' },
    { id: 4, text: "trudny' tekst;" },
  ])
  expect(await rowsOf(scratch.url, 'select * from program')).toEqual([])
  expect(printed.find((line) => line.includes('statements'))).toStartWith('2 statements of the dump failed')
  await scratch.close()
  expect(existsSync(join(folder, 'import-postgres'))).toBe(false)
})

test.skipIf(!Bun.which('mariadbd', { PATH: `${process.env.PATH}:/usr/sbin` }))(
  'IMP-21 a dump of MySQL is loaded into a scratch MariaDB, which is removed afterwards',
  async () => {
    const printed: string[] = []
    const file = await write('mysql.sql', latin2(MYSQL))
    const scratch = await loadDump(file, { dataDir: folder, print: (line) => printed.push(line) })
    expect(await rowsOf(scratch.url, 'select id, text from posts order by id')).toMatchObject([
      { id: 1, text: 'żół; ty' },
      { id: 2, text: "it's" },
    ])
    expect(printed.find((line) => line.includes('could'))).toContain('Access denied')
    await scratch.close()
    expect(existsSync(join(folder, 'import-mariadb'))).toBe(false)
  },
)

test.each([
  ['plain.txt', 'to do: buy bread', 'is no dump'],
  ['packed.bz2', 'BZh91AY', 'unpack it first by bunzip2'],
  ['redis.rdb', 'REDIS0009', 'is of Redis'],
])('loading an unusable database dump fails with the reason: %s', async (name, content, reason) => {
  const loading = loadDump(await write(name, content), { dataDir: folder, print: () => {} })
  expect(loading).rejects.toThrow(reason)
})

test.each([
  ['PGDMP\x01\x0e', 'archive'],
  ['/*!40101 SET NAMES utf8 */;', 'mysql'],
  ['-- phpMyAdmin SQL Dump\n', 'mysql'],
  ['\n-- PostgreSQL database cluster dump\n', 'postgres'],
] as const)('the format of a database dump that begins with %p is recognised', async (content, kind) => {
  expect((await openDumpFile(await write('known', content))).kind).toBe(kind)
})

test('a database dump compressed by gzip is read like the plain dump', async () => {
  const dump = await openDumpFile(await write('forum.sql.gz', gzipSync(POSTGRES)))
  expect([dump.kind, Buffer.concat(await Array.fromAsync(dump.read())).toString()]).toEqual(['postgres', POSTGRES])
})
