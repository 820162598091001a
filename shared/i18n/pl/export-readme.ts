/** Texts of README.md in an export; a line about each file is in the `personal-data.ts` of its feature. */
export const exportReadme = {
  title: (site: string, username: string) => `# Dane konta ${username} w serwisie ${site}`,
  lead: [
    'Każdy plik `.json` to lista obiektów w kodowaniu UTF-8, jeden w wierszu. Czas jest podany w UTC (ISO 8601), ' +
      'a teksty w Markdownie, tak jak zostały napisane.',
    'Adres zaczynający się od `/media/` to plik o tej samej ścieżce w folderze `media` tego archiwum (zdjęcia z ' +
      'wiadomości mają jeszcze rozszerzenie).',
    'Nie ma tu haseł, kodów ani kluczy, bo przechowujemy tylko ich skróty albo wcale, ani niczego, co inni ' +
      'zrobili poufnie: kto na Ciebie głosował, kto Cię blokuje, kto zgłosił Twoje treści.',
    'Zgody na wiadomości e-mail są w `notification_settings.json`. Potwierdzenie wieku jest zapisane tylko w ' +
      'Twojej przeglądarce.',
  ],
}

export type ExportReadmeTexts = typeof exportReadme
