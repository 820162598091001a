import { counted } from '../plural.ts'

export const settings = {
  title: 'Ustawienia',
  saved: 'Zapisano.',
  failed: 'Nie udało się zapisać zmian',
  password: 'Obecne hasło',
  passwordHint: 'Potwierdź, że to Ty.',

  sections: {
    profile: { name: 'Profil', hint: 'Zdjęcie i opis, które widzą inni' },
    account: { name: 'Konto', hint: 'Nazwa i adres e-mail' },
    security: { name: 'Bezpieczeństwo', hint: 'Hasło, logowanie dwuetapowe, klucze dostępu, sesje' },
    notifications: { name: 'Powiadomienia', hint: 'O czym i jak Cię zawiadamiamy' },
    privacy: { name: 'Prywatność', hint: 'Kto może do Ciebie pisać' },
    data: { name: 'Dane', hint: 'Kopia Twoich danych, usunięcie konta' },
  },

  avatar: {
    title: 'Zdjęcie profilowe',
    lead: 'Widać je przy Twoich postach, komentarzach i wiadomościach. Bez zdjęcia widać pierwszą literę nazwy.',
    choose: 'Wybierz zdjęcie',
    change: 'Zmień zdjęcie',
    remove: 'Usuń zdjęcie',
    formats: 'JPEG, PNG, WebP lub GIF, najwyżej 50 MB. Z animacji zostanie pierwsza klatka.',
    crop: 'Przytnij zdjęcie',
    area: 'Kadr',
    keys: 'Przeciągnij zdjęcie, wskaż miejsce na środek albo użyj strzałek; + i − zmieniają powiększenie.',
    place: (left: number, top: number, zoom: number) =>
      `Kadr: ${left}% od lewej, ${top}% od góry, powiększenie ${zoom}%.`,
    zoom: 'Powiększenie',
    preview: 'Podgląd',
    save: 'Zapisz zdjęcie',
    saved: 'Zdjęcie zapisane.',
    removed: 'Zdjęcie usunięte.',
    unreadable: 'Tego pliku nie da się otworzyć jako zdjęcia. Zapisz go jako JPEG lub PNG i wybierz ponownie.',
    openFailed: 'Nie udało się otworzyć zdjęcia. Spróbuj ponownie.',
    failed: 'Nie udało się zapisać zdjęcia',
    removeFailed: 'Nie udało się usunąć zdjęcia',
  },

  bio: { title: 'Opis', hint: 'Widać go na Twoim profilu.', submit: 'Zapisz opis', toProfile: 'Zobacz swój profil' },

  username: {
    title: 'Nazwa użytkownika',
    fixed: 'Nazwy nie da się zmienić.',
    since: (date: string) => `Konto założone ${date}.`,
    former: (forum: string, name: string) =>
      `Na forum ${forum} to konto nazywało się „${name}”. Ta nazwa była tu zajęta albo niedozwolona, więc dostało ` +
      'najbliższą wolną.',
  },

  wrongPassword: 'To nie jest Twoje obecne hasło.',

  email: {
    title: 'Adres e-mail',
    present: (email: string) => `Twój adres to ${email}.`,
    pending: (email: string) =>
      `Czekamy na potwierdzenie adresu ${email}. Otwórz link, który tam wysłaliśmy: jest ważny przez 24 godziny.`,
    label: 'Nowy adres e-mail',
    hint: 'Wyślemy na niego link do potwierdzenia, a na obecny adres wiadomość, w której można zmianę cofnąć.',
    submit: 'Zmień adres',
    done: (email: string) => `Wysłaliśmy link na adres ${email}. Adres zmieni się, gdy go otworzysz.`,
    failed: 'Nie udało się zmienić adresu',
  },

  newPassword: {
    title: 'Hasło',
    lead: 'Po zmianie zakończymy sesje na wszystkich innych urządzeniach.',
    label: 'Nowe hasło',
    submit: 'Zmień hasło',
    done: 'Hasło zostało zmienione. Na innych urządzeniach trzeba się zalogować ponownie.',
    failed: 'Nie udało się zmienić hasła',
  },

  sessions: {
    title: 'Sesje',
    lead:
      'Urządzenia, na których Twoje konto jest zalogowane. Jeśli któregoś nie poznajesz, zakończ jego sesję i ' +
      'zmień hasło.',
    current: 'To urządzenie',
    seen: (time: string) => `ostatnio ${time}`,
    since: (date: string) => `od ${date}`,
    network: (network: string) => `sieć ${network}`,
    end: 'Zakończ',
    endOf: (device: string) => `Zakończ sesję: ${device}`,
    ended: (device: string) => `Sesja zakończona: ${device}.`,
    endOthers: 'Zakończ wszystkie inne sesje',
    endOthersTitle: 'Zakończyć wszystkie inne sesje?',
    endOthersText: 'Na innych urządzeniach trzeba będzie zalogować się ponownie. Na tym nic się nie zmieni.',
    othersEnded: (n: number) => `Zakończono ${counted('pl', n, { one: 'sesję', few: 'sesje', many: 'sesji' })}.`,
    alone: 'Nie masz innych sesji.',
    failed: 'Nie udało się zakończyć sesji',
  },

  notices: {
    title: 'O czym Cię zawiadamiamy',
    lead: 'Wybierz, o czym dowiesz się w serwisie, a o czym także pocztą lub na swoich urządzeniach.',
    kinds: {
      comment: { label: 'Komentarze', hint: 'Pod Twoimi postami i w wątkach, które obserwujesz' },
      reply: { label: 'Odpowiedzi', hint: 'Na Twoje komentarze' },
      mention: { label: 'Wzmianki', hint: 'Gdy ktoś napisze @ i Twoją nazwę' },
      follow: { label: 'Obserwujący', hint: 'Gdy ktoś zacznie Cię obserwować' },
      stream: { label: 'Transmisje', hint: 'Gdy ktoś, kogo obserwujesz, zacznie nadawać na żywo' },
      message: { label: 'Wiadomości', hint: 'W serwisie: liczba przy kopercie' },
      report: { label: 'Zgłoszenia', hint: 'Gdy Twoje zgłoszenie zostanie rozpatrzone' },
      moderation: {
        label: 'Moderacja',
        hint: 'Decyzje o Twoich treściach, odwołania, zaproszenia. W serwisie zawsze włączone',
      },
      bot: { label: 'Odpowiedzi AI', hint: 'Gdy bot odpowie w rozmowie' },
    },
    site: 'W serwisie',
    email: 'E-mail',
    digest: 'Podsumowanie pocztą',
    digestHint: 'Najlepsze nieprzeczytane posty z Twoich społeczności, o 8:00.',
    digests: { off: 'Nie wysyłaj', daily: 'Codziennie', weekly: 'Raz w tygodniu' },
    submit: 'Zapisz ustawienia',
  },

  policy: {
    title: 'Wiadomości',
    label: 'Kto może zacząć z Tobą rozmowę?',
    options: {
      everyone: { label: 'Wszyscy', hint: 'Oprócz osób, które blokujesz.' },
      followed: {
        label: 'Tylko osoby, które obserwujesz',
        hint: 'Inni zobaczą, że nie przyjmujesz od nich nowych rozmów.',
      },
      nobody: { label: 'Nikt', hint: 'Ty nadal możesz zaczynać rozmowy z innymi.' },
    },
    note:
      'Rozmów, które już trwają, to nie dotyczy. Administratorzy i moderatorzy Twoich społeczności mogą napisać ' +
      'zawsze.',
    submit: 'Zapisz',
  },

  blocked: {
    title: 'Zablokowane osoby',
    none: 'Nikogo nie blokujesz.',
    unblock: 'Odblokuj',
    unblockOf: (name: string) => `Odblokuj ${name}`,
    unblocked: (name: string) => `${name} nie jest już na liście zablokowanych.`,
    more: 'Pokaż więcej',
  },

  emailLinks: {
    incomplete: 'Ten link jest niepełny. Otwórz go prosto z wiadomości.',
    failed: 'Nie udało się. Spróbuj ponownie za chwilę.',
    toSettings: 'Przejdź do ustawień',
    toHome: 'Przejdź na stronę główną',
    confirm: {
      title: 'Potwierdź nowy adres e-mail',
      lead: 'Naciśnij przycisk, a ten adres zastąpi dotychczasowy adres Twojego konta.',
      submit: 'Potwierdź adres',
      busy: 'Zapisywanie…',
      doneTitle: 'Adres zmieniony',
      done: (email: string) =>
        `Adres e-mail Twojego konta to teraz ${email}. Na poprzedni adres wysłaliśmy wiadomość, w której przez ` +
        '72 godziny można zmianę cofnąć.',
    },
    undo: {
      title: 'Cofnij zmianę adresu e-mail',
      lead:
        'Przywrócimy adres, na który przyszła ta wiadomość, i zakończymy wszystkie sesje, także na tym urządzeniu. ' +
        'Wyślemy też na niego link do ustawienia nowego hasła.',
      submit: 'Cofnij zmianę',
      busy: 'Cofanie…',
      doneTitle: 'Zmiana cofnięta',
      done: (email: string) =>
        `Adres e-mail Twojego konta to znów ${email}, a wszystkie sesje są zakończone. Ktoś znał Twoje hasło: ` +
        'ustaw nowe linkiem, który właśnie tam wysłaliśmy.',
    },
  },

  deletion: {
    title: 'Usunięcie konta',
    lead:
      'Konta nie da się potem odzyskać. ' +
      'Zapytamy jeszcze o hasło i o to, co zrobić z Twoimi postami i komentarzami.',
  },
}

export type SettingsTexts = typeof settings
