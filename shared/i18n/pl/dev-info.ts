export const devInfo = {
  title: 'Dla programistów',
  text: (site: string) => `${site} ma otwarte API w formacie JSON. Opis wszystkich wywołań jest w dokumencie OpenAPI.`,
  version: 'Wersja',
  openApi: 'Dokument OpenAPI',
  feed: 'Kanał Atom z najnowszymi postami',
}
