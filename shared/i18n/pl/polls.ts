import { counted } from '../plural.ts'

const votes = (n: number) => counted('pl', n, { one: 'głos', few: 'głosy', many: 'głosów' })

export const polls = {
  title: 'Ankieta',
  votes,
  vote: 'Zagłosuj',
  working: 'Wysyłamy',
  daysLeft: (n: number) => `do końca ${counted('pl', n, { one: 'dzień', few: 'dni', many: 'dni' })}`,
  hoursLeft: (n: number) => `do końca ${counted('pl', n, { one: 'godzina', few: 'godziny', many: 'godzin' })}`,
  soon: 'do końca mniej niż godzina',
  closed: 'zakończona',
  mine: 'Twój głos',
  secret: 'Wynik zobaczysz po oddaniu głosu.',
  signIn: 'Musisz się zalogować, aby zagłosować w ankiecie',
  failed: 'Nie udało się zagłosować',
  afterForm: { vote: 'Twój głos w ankiecie jest zapisany.' },
}

export type PollTexts = typeof polls
