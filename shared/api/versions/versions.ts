type Fields = Record<string, unknown>

/** Converts one call between a version of the contract and the version before it. */
export type Translation = {
  /** Converts input of the previous version of the contract to input of this version. */
  input?: (before: Fields) => Fields
  /** Converts a response of this version of the contract to a response of the previous version. */
  output?: (answer: Fields) => Fields
}

export type Version = {
  /** YYYY-MM-DD, as sent in the header `Watek-Version`. */
  date: string
  /** Changes, described for users of the API. */
  changes: Record<'pl' | 'en', string[]>
  /** Translations by call, like 'posts.get'; every change that would break a released contract needs one. */
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

/** Converts input that was written for the contract version of `date` to input of the current version. */
export function fromVersion(date: string, call: string, input: Fields, versions = VERSIONS): Fields {
  return after(date, call, versions).reduce((fields, { input: translate }) => translate?.(fields) ?? fields, input)
}

/** Converts a response of the current contract version to a response for callers of the version of `date`. */
export function toVersion<T>(date: string, call: string, answer: T, versions = VERSIONS): T {
  return after(date, call, versions).reduceRight<Fields>(
    (fields, { output: translate }) => translate?.(fields) ?? fields,
    answer as Fields,
  ) as T
}
