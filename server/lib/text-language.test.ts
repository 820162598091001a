import { expect, test } from 'bun:test'
import { languageOf } from './text-language.ts'

test.each([
  ['pl', 'Kiedy siać marchew na balkonie?'],
  ['pl', 'Placki ziemniaczane, ale bez smażenia'],
  ['pl', 'Piekarnik, 220 stopni, dobrze natłuszczona blacha, obracam w połowie.'],
  ['pl', 'Ja bym tu nie szukal, bo tam nic nie ma.'],
  ['en', 'How do you keep tomatoes from splitting in the rain?'],
  ['en', 'This is what I would do with a small balcony.'],
  ['en', 'The train from Kraków to Gdańsk was late, and it is the third time this week that it has been.'],
  [null, 'PostgreSQL 18'],
  [null, ''],
  [null, '🍅🍅🍅 https://example.org'],
  [null, 'Wie viele Tomaten wachsen hier?'],
])('A11Y-1 the language of a text is detected from its words, or null if unclear: %p for %p', (language, text) => {
  expect(languageOf(text)).toBe(language as 'pl' | 'en' | null)
})

test('the language of a long text is detected from its beginning', () => {
  expect(languageOf(`${'Nie wiem, czy to jest dobre. '.repeat(12)}${'and the '.repeat(10_000)}`)).toBe('pl')
})
