import type { Scope } from '../../api/scopes.ts'

export const tokens = {
  title: 'Tokeny dla programów',
  lead:
    'Token pozwala Twojemu programowi korzystać z API w Twoim imieniu, tylko w zakresie, który wybierzesz. ' +
    'Nikomu go nie podawaj. Nowe hasło kończy wszystkie tokeny.',
  none: 'Nie masz żadnych tokenów.',
  name: 'Nazwa',
  nameHint: 'Po niej rozpoznasz token, na przykład „kopia zapasowa”.',
  scopesLabel: 'Na co pozwala',
  scopes: {
    openid: 'wie, kim jesteś',
    profile: 'zna Twoją nazwę, zdjęcie i opis',
    email: 'zna Twój adres e-mail',
    read: 'czyta to, co widzą wszyscy',
    'read:private': 'czyta Twoje wiadomości, powiadomienia i zapisane posty',
    'write:posts': 'pisze, zmienia i usuwa posty i komentarze',
    'write:votes': 'głosuje',
    'write:messages': 'wysyła wiadomości',
    'write:follows': 'dołącza do społeczności, obserwuje i blokuje',
    moderate: 'moderuje społeczności, w których moderujesz',
    push: 'zapisuje urządzenia do powiadomień push',
    offline_access: 'ma dostęp także wtedy, gdy Cię nie ma',
  } satisfies Record<Scope, string> as Record<Scope, string>,
  days: 'Na ile dni (1–365)',
  submit: 'Utwórz token',
  failed: 'Nie udało się utworzyć tokenu.',
  made: 'Token gotowy. Skopiuj go teraz, bo nie pokażemy go drugi raz:',
  expires: (date: string) => `ważny do ${date}`,
  used: (when: string) => `ostatnio użyty ${when}`,
  unused: 'jeszcze nieużyty',
  end: 'Zakończ',
  endOf: (name: string) => `Zakończ token ${name}`,
  ended: (name: string) => `Token „${name}” już nie działa.`,
  endFailed: 'Nie udało się zakończyć tokenu.',
  afterForm: { remove: 'Token już nie działa.' },
}

export type TokensTexts = typeof tokens
