type Fields = Record<string, unknown>

/** Converts one call between a version of the contract and the version before it. */
export type Translation = { input?: (before: Fields) => Fields; output?: (answer: Fields) => Fields }

export type Version = {
  /** A date as YYYY-MM-DD, sent in the header `Watek-Version`. */
  date: string
  /** Changes, described for users of the API. */
  changes: Record<'pl' | 'en', string[]>
  /** Translations by call, like 'posts.get'. */
  translations: Record<string, Translation>
}

/** Versions, oldest first. */
export const VERSIONS: readonly Version[] = [
  {
    date: '2026-11-25',
    changes: {
      pl: ['Pierwsza wersja, którą można wskazać nagłówkiem.'],
      en: ['The first version that the header can name.'],
    },
    translations: {},
  },
]

const after = (date: string, call: string, versions: readonly Version[]) =>
  versions.flatMap((version) => (version.date > date && version.translations[call] ? [version.translations[call]] : []))

export function fromVersion(date: string, call: string, input: Fields, versions = VERSIONS): Fields {
  return after(date, call, versions).reduce((fields, { input: translate }) => translate?.(fields) ?? fields, input)
}

export function toVersion<T>(date: string, call: string, answer: T, versions = VERSIONS): T {
  return after(date, call, versions).reduceRight<Fields>(
    (fields, { output: translate }) => translate?.(fields) ?? fields,
    answer as Fields,
  ) as T
}
