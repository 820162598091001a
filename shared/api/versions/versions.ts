type Fields = Record<string, unknown>

/** Between the contract of a version and the one before it, for one call. */
export type Translation = {
  /** Makes input of the version before into that of this one. */
  input?: (before: Fields) => Fields
  /** Makes an answer of this version into that of the one before. */
  output?: (answer: Fields) => Fields
}

export type Version = {
  /** YYYY-MM-DD, as the header `Watek-Version` names it. */
  date: string
  /** What changed, for those who use the API. */
  changes: Record<'pl' | 'en', string[]>
  /** By call, like 'posts.get'. Each change that would break a released contract needs one. */
  translations: Record<string, Translation>
}

/** Oldest first. */
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

/** Input of a caller who was written for the contract of `date`. */
export function fromVersion(date: string, call: string, input: Fields, versions = VERSIONS): Fields {
  return after(date, call, versions).reduce((fields, { input: translate }) => translate?.(fields) ?? fields, input)
}

/** An answer for a caller who was written for the contract of `date`. */
export function toVersion<T>(date: string, call: string, answer: T, versions = VERSIONS): T {
  return after(date, call, versions).reduceRight<Fields>(
    (fields, { output: translate }) => translate?.(fields) ?? fields,
    answer as Fields,
  ) as T
}
