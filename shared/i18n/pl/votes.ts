import { formatNumber } from '../plural.ts'

export const votes = {
  group: 'Głosy',
  up: 'Głosuj za',
  down: 'Głosuj przeciw',
  /** Announced by screen readers after a vote. */
  said: {
    up: (score: number) => `Twój głos: za. Wynik: ${formatNumber('pl', score)}`,
    none: (score: number) => `Głos cofnięty. Wynik: ${formatNumber('pl', score)}`,
    down: (score: number) => `Twój głos: przeciw. Wynik: ${formatNumber('pl', score)}`,
  },
  signIn: 'Musisz się zalogować, aby głosować',
  failed: 'Nie udało się zagłosować: ',
  noAnswer: 'brak połączenia',
}
