import { expect, test } from 'bun:test'
import { parse, remaining, render, steady } from './transcript.ts'

test("comparing transcripts ignores relative times, 'visited' and noise such as 'Loading'", () => {
  expect(steady('Komentarz: jan_slucha 42 s temu poziom 1 article.')).toBe(
    steady('Komentarz: jan_slucha 3 min temu poziom 1 article.'),
  )
  expect(steady('Wszystkie visited link.')).toBe('Wszystkie link.')
  expect(steady('Finished loading Pomidory - Wątek.')).toBe('Finished loading Pomidory - Wątek.')
  expect(steady('Przejdź do treści.')).toBe('Przejdź do treści link.')
  for (const noise of ['Loading.  Please wait.', 'Finished loading.', 'Pomidory - Wątek document web.', 'Focus mode'])
    expect(steady(noise)).toBeNull()
})

test('sentences that a transcript lacks or has in another order are reported as missing', () => {
  expect(remaining(['pressed', 'Wynik: 1'], ['pressed', 'Focus', 'Wynik: 1'])).toEqual([])
  expect(remaining(['pressed', 'Wynik: 1'], ['Wynik: 1', 'pressed'])).toEqual(['Wynik: 1'])
})

test('a transcript rendered as text is parsed back unchanged', () => {
  const parts = [
    { title: 'opens /login', said: ['Przejdź do treści link.'] },
    { title: 'types "a"', said: [] },
  ]
  expect(parse(render(parts))).toEqual(parts)
})
