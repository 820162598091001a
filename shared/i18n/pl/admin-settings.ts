import type { SettingKey } from '#shared/api/settings/registry.ts'
import type { Section } from '#shared/api/settings/setting.ts'

type FieldTexts = { label: string; hint?: string; options?: Record<string, string> }

const sections: Record<Section, string> = {
  identity: 'Tożsamość',
  looks: 'Wygląd',
  texts: 'Teksty',
  people: 'Ludzie',
  features: 'Funkcje',
  announcements: 'Ogłoszenia',
  mail: 'Poczta',
  backups: 'Kopie zapasowe',
  updates: 'Aktualizacje',
}

const fields: Record<SettingKey, FieldTexts> = {
  site_name: { label: 'Nazwa serwisu', hint: 'W nagłówku, tytułach stron, mailach i kanałach.' },
  tagline_pl: {
    label: 'Hasło po polsku',
    hint: 'Jedno zdanie o serwisie: opis strony głównej w wyszukiwarkach i kanałach.',
  },
  tagline_en: { label: 'Hasło po angielsku' },
  logo: {
    label: 'Logo',
    hint: 'Zamiast nazwy w nagłówku. PNG, JPEG albo WebP, najlepiej szerokie i z przezroczystym tłem.',
  },
  icon: {
    label: 'Ikona',
    hint: 'Kwadratowy obrazek, najlepiej 512 × 512. Powstają z niego ikony w przeglądarce i na telefonie.',
  },
  about_pl: { label: 'O serwisie po polsku', hint: 'Markdown. Na stronie głównej obok postów, dla gości.' },
  about_en: { label: 'O serwisie po angielsku', hint: 'Markdown.' },
  contact_email: {
    label: 'Adres kontaktowy',
    hint: 'Podajemy go w polityce prywatności i w mailach, gdy ktoś potrzebuje pomocy.',
  },
  accent: {
    label: 'Kolor wiodący',
    hint: 'Odcień każdej z obu stron. Jasne i ciemne odmiany dobieramy same, tak żeby tekst na nich był czytelny.',
  },
  corner: { label: 'Rogi', options: { round: 'zaokrąglone', square: 'proste' } },
  density: {
    label: 'Gęstość',
    hint: 'Ile miejsca jest między elementami strony.',
    options: { cosy: 'przestronna', compact: 'zwarta' },
  },
  site_rules_pl: { label: 'Regulamin społeczności po polsku', hint: 'Markdown. Strona /rules.' },
  site_rules_en: { label: 'Regulamin społeczności po angielsku', hint: 'Markdown. Strona /rules.' },
  terms_pl: { label: 'Warunki korzystania po polsku', hint: 'Markdown. Strona /terms.' },
  terms_en: { label: 'Warunki korzystania po angielsku', hint: 'Markdown. Strona /terms.' },
  privacy_policy_pl: {
    label: 'Polityka prywatności po polsku',
    hint: 'Markdown. Zastępuje tekst, który serwis ma od początku.',
  },
  privacy_policy_en: {
    label: 'Polityka prywatności po angielsku',
    hint: 'Markdown. Zastępuje tekst, który serwis ma od początku.',
  },
  imprint_pl: { label: 'Dane wydawcy po polsku', hint: 'Markdown. Strona /imprint.' },
  imprint_en: { label: 'Dane wydawcy po angielsku', hint: 'Markdown. Strona /imprint.' },
  terms_version: {
    label: 'Wersja warunków korzystania',
    hint: 'Zwiększ ją po zmianie tekstu, a członkowie zostaną poproszeni o akceptację. Przy 0 nikt nie jest pytany.',
  },
  privacy_policy_version: {
    label: 'Wersja polityki prywatności',
    hint: 'Zwiększ ją po zmianie tekstu, a członkowie zostaną poproszeni o akceptację. Przy 0 nikt nie jest pytany.',
  },
  registration: {
    label: 'Rejestracja',
    options: {
      open: 'otwarta dla wszystkich',
      approval: 'po zatwierdzeniu przez obsługę',
      invite: 'tylko z zaproszeniem',
      closed: 'zamknięta',
    },
  },
  approval_question_pl: {
    label: 'Pytanie przy rejestracji po polsku',
    hint: 'Formularz zadaje je, gdy konta zatwierdza obsługa.',
  },
  approval_question_en: { label: 'Pytanie przy rejestracji po angielsku' },
  member_invites: { label: 'Członkowie mogą zapraszać', hint: 'Od 2. poziomu zaufania, trzy zaproszenia na miesiąc.' },
  allowed_mail_domains: {
    label: 'Dozwolone domeny poczty',
    hint: 'Każda w osobnej linii. Gdy lista jest pusta, dozwolone są wszystkie.',
  },
  blocked_mail_domains: { label: 'Zablokowane domeny poczty', hint: 'Każda w osobnej linii.' },
  minimum_age: { label: 'Najniższy wiek', hint: 'W latach. Pyta o niego rejestracja.' },
  communities_by: {
    label: 'Kto zakłada społeczności',
    options: {
      everyone: 'wszyscy członkowie',
      trust1: 'od 1. poziomu zaufania',
      trust2: 'od 2. poziomu zaufania',
      admins: 'tylko administratorzy',
    },
  },
  adult_variant: { label: 'Strona dla dorosłych', hint: 'Osobny adres dla społeczności NSFW.' },
  bot: { label: 'Bot AI', hint: 'Odpowiada, gdy ktoś go wspomni albo o to poprosi.' },
  streams: { label: 'Transmisje na żywo' },
  live_streams: {
    label: 'Transmisje z przeglądarki naraz',
    hint: 'Każda zajmuje jeden program ffmpeg. 0 wyłącza nadawanie z przeglądarki.',
  },
  ads: {
    label: 'Reklamy',
    options: { house: 'własne funkcje serwisu', own: 'reklamy właściciela serwisu', off: 'wyłączone' },
  },
  modmail: { label: 'Poczta do moderatorów' },
  public_log: { label: 'Publiczny dziennik moderacji', hint: 'Lista decyzji widoczna dla wszystkich.' },
  default_feed: {
    label: 'Domyślny widok strony głównej',
    hint: 'Dla nowych kont.',
    options: { joined: 'moje społeczności', all: 'wszystko', following: 'obserwowani' },
  },
  default_language: {
    label: 'Język domyślny',
    hint: 'Dla gości, którzy nie wybrali języka.',
    options: { pl: 'polski', en: 'angielski' },
  },
  languages: { label: 'Języki', options: { pl: 'polski', en: 'angielski' } },
  announcements: { label: 'Ogłoszenia', hint: 'Najwyżej trzy. Każde jest paskiem nad stroną, który można zamknąć.' },
  read_only: {
    label: 'Tryb tylko do odczytu',
    hint: 'Pisać mogą tylko administratorzy. Wszyscy widzą pasek, a to, co piszą, zostaje w formularzu.',
  },
  read_only_message_pl: { label: 'Tekst paska po polsku', hint: 'Na przykład: „Wracamy o 22”.' },
  read_only_message_en: { label: 'Tekst paska po angielsku' },
  mail_from: { label: 'Nadawca', hint: 'Na przykład: Wątek <no-reply@example.org>' },
  smtp_url: { label: 'Serwer poczty', hint: 'Bez niego maile trafiają do plików w folderze danych.' },
  backup_every: {
    label: 'Kopia zapasowa',
    options: { hour: 'co godzinę', '6h': 'co 6 godzin', day: 'codziennie', off: 'wyłączona' },
  },
  backup_keep_daily: { label: 'Kopie dzienne', hint: 'Ile ostatnich zostaje.' },
  backup_keep_weekly: { label: 'Kopie tygodniowe', hint: 'Ile ostatnich zostaje.' },
  backup_to: { label: 'Miejsce na kopie', hint: 'Folder serwera albo s3://kosz/przedrostek.' },
  backup_recipient: { label: 'Klucz publiczny age', hint: 'Zaczyna się od age1. Tylko jego właściciel odczyta kopię.' },
  backup_s3_endpoint: { label: 'Adres magazynu S3' },
  backup_s3_region: { label: 'Region magazynu S3' },
  backup_s3_access_key_id: { label: 'Identyfikator klucza S3' },
  backup_s3_secret_access_key: { label: 'Tajny klucz S3' },
}

export const adminSettings = {
  title: 'Ustawienia serwisu',
  back: 'Do przeglądu',
  sectionsLabel: 'Działy ustawień',
  sections,
  fields,
  save: 'Zapisz',
  saved: 'Zapisano ustawienia.',
  unsaved: 'Nie zapisano jeszcze zmian.',
  discard: 'Cofnij zmiany',
  refused: 'Nie zapisano. Popraw zaznaczone pola.',
  byEnvironment: (variable: string) => `Ustawione w środowisku serwera: ${variable}`,
  fallback: (value: string) => `Domyślnie: ${value}`,
  toFallback: 'Przywróć domyślne',
  toFallbackOf: (label: string) => `Przywróć domyślne: ${label}`,
  isFallback: 'Wartość domyślna',
  needsRestart: 'Zmiana zadziała po ponownym uruchomieniu serwera.',
  secretSet: 'Ustawione. Wpisz nową wartość, żeby ją zastąpić.',
  secretRemove: 'Usuń',
  nothing: 'brak',
  on: 'włączone',
  off: 'wyłączone',
  empty: 'puste',
  text: 'tekst',
  nothingHere: 'Tu nie ma na razie czego ustawiać.',
  history: {
    title: 'Historia zmian',
    lead: 'Kto i kiedy zmienił ustawienia serwisu.',
    none: 'Nikt jeszcze niczego nie zmienił.',
    more: 'Pokaż starsze',
    columns: { at: 'Kiedy', by: 'Kto', key: 'Ustawienie', from: 'Było', to: 'Jest' },
    secret: 'tajne',
  },
}
