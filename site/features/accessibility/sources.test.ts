import { expect, test } from 'bun:test'
import { join, relative } from 'node:path'

const ROOT = join(import.meta.dir, '../../..')

type Source = { file: string; text: string }

async function read(extensions: string): Promise<Source[]> {
  const paths = ['site', 'shared'].flatMap((folder) => [
    ...new Bun.Glob(`**/*.{${extensions}}`).scanSync({ cwd: join(ROOT, folder), absolute: true }),
  ])
  return Promise.all(
    paths
      .filter((path) => !path.includes('.test.') && !path.includes('node_modules'))
      .map(async (path) => ({ file: relative(ROOT, path), text: await Bun.file(path).text() })),
  )
}

const [styles, sources] = await Promise.all([read('css'), read('ts,tsx')])

const filesWith = (all: Source[], pattern: RegExp) =>
  all
    .filter(({ text }) => pattern.test(text))
    .map(({ file }) => file)
    .sort()

function expressionsOf(text: string, name: string): string[] {
  return text
    .split(`${name}={`)
    .slice(1)
    .map((rest) => {
      let depth = 1
      let at = 0
      for (; depth > 0 && at < rest.length; at += 1) depth += Number(rest[at] === '{') - Number(rest[at] === '}')
      return rest.slice(0, at - 1)
    })
}

test('A11Y-1 no style or script depends on or fixes the orientation of the screen (1.3.4)', () => {
  expect(styles.length).toBeGreaterThan(20)
  expect(filesWith(styles, /orientation\s*:|rotate\(-?90deg\)/)).toEqual([])
  expect(filesWith(sources, /screen\.orientation|orientation\.lock|\borientation:/)).toEqual([])
})

test('A11Y-1 no video or sound plays by itself unless it is muted (1.4.2)', () => {
  const players = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/<(?:video|audio)\b[^>]*>/g)].map(([tag]) => ({ file, tag })),
  )
  expect(players.length).toBeGreaterThan(2)
  expect(players.filter(({ tag }) => /autoplay/i.test(tag) && !/\smuted\b/.test(tag))).toEqual([])
  expect(filesWith(sources, /new Audio\(|AudioContext|allow="[^"]*autoplay/)).toEqual([])
  // The player of streams starts playback only after a click on its button.
  expect(filesWith(sources, /\.play\(\)/)).toEqual(['site/features/streams/play.ts'])
  expect(filesWith(sources, /\bplay\(video\.current/)).toEqual(['site/features/streams/Player.tsx'])
  const player = sources.find(({ file }) => file.endsWith('/Player.tsx'))!.text
  expect(player).toMatch(/\[isWanted, \w+\] = useState\(false\)/)
  expect(player).toContain('isWanted ? begin() : undefined')
})

test('A11Y-1 no action happens when a pointer goes down (2.5.2)', () => {
  const actions = sources.flatMap(({ file, text }) =>
    ['onMouseDown', 'onPointerDown', 'onTouchStart'].flatMap((name) =>
      expressionsOf(text, name)
        .filter((code) => !/^\(event\) => event\.preventDefault\(\)$/.test(code))
        .map(() => file),
    ),
  )
  const reasons = {
    'shared/admin/screens/settings/looks/AccentControl.tsx': 'a slider: the value follows the pointer',
    'shared/ui/Dialog.tsx': 'remembers where the press began',
    'site/features/uploads/ImageList.tsx': 'picks up a picture, which moves by dragging',
    'site/features/users/AvatarCropper.tsx': 'picks up the picture, which moves by dragging',
  }
  expect([...new Set(actions)].sort()).toEqual(Object.keys(reasons))
  expect(filesWith(sources, /Listener\(\s*'(mousedown|pointerdown|touchstart)'/)).toEqual([])
})

test("A11Y-1 choosing or typing sends no form and opens no page, except choosing a feed's period (3.2.2)", () => {
  const actions = sources.flatMap(({ file, text }) =>
    ['onChange', 'onInput']
      .flatMap((name) => expressionsOf(text, name))
      .filter((code) => /requestSubmit|\.submit\(|navigate\(|location\b|setSearch|setParams|\.click\(/.test(code))
      .map(() => file),
  )
  expect(actions).toEqual(['site/features/posts/SortTabs.tsx'])
})
