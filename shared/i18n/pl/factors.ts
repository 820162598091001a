import { counted } from '../plural.ts'

export const factors = {
  login: {
    lead: 'Hasło się zgadza. Wpisz jeszcze kod z aplikacji uwierzytelniającej.',
    recoveryLead: 'Hasło się zgadza. Wpisz jeden z kodów odzyskiwania. Każdy działa tylko raz.',
    code: 'Kod z aplikacji',
    codeHint: '6 cyfr. Zmieniają się co 30 sekund.',
    recoveryCode: 'Kod odzyskiwania',
    recoveryCodeHint: 'Na przykład 7k2m-9qhd-x4tn.',
    submit: 'Zaloguj się',
    busy: 'Sprawdzamy kod…',
    useRecovery: 'Użyj kodu odzyskiwania',
    useApp: 'Użyj kodu z aplikacji',
    back: 'Wróć do hasła',
    failed: 'Nie udało się zalogować',
  },

  totp: {
    title: 'Logowanie dwuetapowe',
    lead: 'Po podaniu hasła wpisujesz jeszcze kod z aplikacji w telefonie, więc samo hasło nikomu nie wystarczy.',
    off: 'Logowanie dwuetapowe jest wyłączone.',
    on: 'Logowanie dwuetapowe jest włączone.',
    left: (n: number) =>
      n === 0
        ? 'Nie masz już kodów odzyskiwania.'
        : `Masz jeszcze ${counted('pl', n, { one: 'kod', few: 'kody', many: 'kodów' })} odzyskiwania.`,
    fewLeft: 'Utwórz nowe kody, zanim się skończą. Bez nich i bez telefonu nie wejdziesz na konto.',
    begin: 'Włącz',
    steps: {
      password: 'Krok 1 z 3: podaj obecne hasło.',
      scan: 'Krok 2 z 3: dodaj konto w aplikacji i wpisz kod, który pokaże.',
      codes: 'Zapisz kody odzyskiwania.',
      'turn off': 'Żeby wyłączyć logowanie dwuetapowe, podaj hasło i kod.',
      renew: 'Żeby dostać nowe kody odzyskiwania, podaj hasło i kod.',
    },
    next: 'Dalej',
    scan:
      'Zeskanuj ten kod aplikacją uwierzytelniającą, na przykład Aegis, 2FAS albo Google Authenticator, a potem ' +
      'wpisz kod, który pokaże.',
    qr: 'Kod QR z sekretem dla aplikacji uwierzytelniającej',
    secret: 'Sekret, jeśli wolisz go przepisać',
    open: 'Otwórz w aplikacji na tym urządzeniu',
    confirm: 'Włącz logowanie dwuetapowe',
    cancel: 'Anuluj',
    turnOff: 'Wyłącz',
    turnOffLead: 'Do logowania wystarczy wtedy samo hasło, a kody odzyskiwania przestaną działać.',
    turnOffSubmit: 'Wyłącz logowanie dwuetapowe',
    turnedOff: 'Logowanie dwuetapowe jest wyłączone.',
    renew: 'Nowe kody odzyskiwania',
    renewLead: 'Dostaniesz dziesięć nowych kodów. Poprzednie przestaną działać.',
    renewSubmit: 'Utwórz nowe kody',
    anyCode: 'Kod z aplikacji albo kod odzyskiwania',
    failed: 'Nie udało się zmienić ustawień logowania dwuetapowego',
  },

  codes: {
    title: 'Kody odzyskiwania',
    lead: 'Zapisz je teraz, bo nie pokażemy ich ponownie. Każdy wpuści Cię raz, gdy nie masz przy sobie telefonu.',
    copy: 'Skopiuj',
    copied: 'Kody skopiowane.',
    copyFailed: 'Nie udało się skopiować kodów. Zaznacz je i skopiuj ręcznie.',
    download: 'Pobierz plik',
    file: 'kody-odzyskiwania.txt',
    fileHead: (site: string, username: string) =>
      `Kody odzyskiwania konta ${username} w serwisie ${site}. Każdy działa raz.`,
    done: 'Kody zapisane',
  },

  passkeys: {
    title: 'Klucze dostępu',
    lead:
      'Zamiast hasła logujesz się odciskiem palca, twarzą albo kodem blokady urządzenia. Klucza dostępu nie da się ' +
      'wyłudzić, a kod z aplikacji nie jest wtedy potrzebny.',
    none: 'Nie masz jeszcze żadnego klucza dostępu.',
    needsScript: 'Klucze dostępu wymagają JavaScriptu. Bez niego logujesz się hasłem i kodem z aplikacji.',
    unsupported: 'Ta przeglądarka nie obsługuje kluczy dostępu pod tym adresem.',
    added: (date: string) => `Dodany ${date}`,
    used: (time: string) => `użyty ${time}`,
    unused: 'jeszcze nieużyty',
    name: 'Nazwa nowego klucza',
    nameHint: 'Żeby odróżnić go od innych, na przykład „Telefon”.',
    add: 'Dodaj klucz dostępu',
    adding: 'Czekamy na urządzenie…',
    done: (name: string) => `Klucz dostępu „${name}” został dodany.`,
    stopped: 'Dodawanie przerwano. Klucz nie powstał.',
    known: 'To urządzenie ma już klucz dostępu do Twojego konta.',
    failed: 'Nie udało się dodać klucza dostępu',
    remove: 'Usuń',
    removeOf: (name: string) => `Usuń klucz dostępu „${name}”`,
    removeQuestion: (name: string) => `Usunąć klucz dostępu „${name}”?`,
    removeText: 'Nie da się nim już zalogować. W menedżerze haseł możesz go potem skasować.',
    removed: (name: string) => `Klucz dostępu „${name}” został usunięty.`,
    removeFailed: 'Nie udało się usunąć klucza dostępu',
  },
}

export type FactorsTexts = typeof factors
