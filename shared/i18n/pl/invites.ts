import { counted } from '../plural.ts'

const people = { one: 'osobę', few: 'osoby', many: 'osób' }

export const invites = {
  title: 'Zaproszenia',
  lead: (n: number) =>
    n === 0
      ? 'W tym miesiącu nie możesz już nikogo zaprosić.'
      : `W tym miesiącu możesz zaprosić jeszcze ${counted('pl', n, people)}. Każdy link jest dla jednej osoby.`,
  note: 'Dla kogo (nieobowiązkowo)',
  noteHint: 'Widzisz to tylko Ty i administracja.',
  submit: 'Utwórz zaproszenie',
  failed: 'Nie udało się utworzyć zaproszenia.',
  done: 'Zaproszenie gotowe. Wyślij link z listy poniżej.',
  list: 'Twoje zaproszenia',
  free: 'czeka',
  used: 'wykorzystane',
  share: 'Udostępnij link',
  shared: 'Skopiowano link',
  shareFailed: 'Nie udało się skopiować linku. Zaznacz go i skopiuj ręcznie.',
  shareTitle: (site: string) => `Zaproszenie do ${site}`,
  more: 'Pokaż starsze',
  moreFailed: 'Nie udało się wczytać zaproszeń.',
  afterForm: { createOwn: 'Zaproszenie gotowe. Wyślij link z listy.' },
}

export type InvitesTexts = typeof invites
