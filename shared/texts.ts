import { createContext, useContext } from 'react'
import type { FeatureLoaders, FeatureTexts } from '#shared/i18n/features.ts'
import type { Lang } from '#shared/i18n/plural.ts'

type Name = keyof FeatureTexts

const loaded: Record<Lang, Partial<FeatureTexts>> = { pl: {}, en: {} }
let source: { lang: Lang; loaders: FeatureLoaders } | null = null

const LangContext = createContext<Lang | null>(null)
export const LangProvider = LangContext

/** Sets the language in which `withTexts` loads texts from now on. */
export function setTextSource(lang: Lang, loaders: FeatureLoaders): void {
  source = { lang, loaders }
}

async function loadInto<N extends Name>(texts: Partial<FeatureTexts>, name: N, load: FeatureLoaders[N]): Promise<void> {
  texts[name] ??= ((await load()) as FeatureModule<N>)[name]
}

type FeatureModule<N extends Name> = { [Key in N]: FeatureTexts[Key] }

export async function loadAllTexts(lang: Lang, loaders: FeatureLoaders): Promise<void> {
  const names = Object.keys(loaders) as Name[]
  await Promise.all(names.map((name) => loadInto(loaded[lang], name, loaders[name])))
}

/** Loads a part of the page together with its texts; the build adds this call around `import()`. */
export async function withTexts<Part>(part: Promise<Part>, ...names: Name[]): Promise<Part> {
  const { lang, loaders } = source!
  const [module] = await Promise.all([part, ...names.map((name) => loadInto(loaded[lang], name, loaders[name]))])
  return module
}

export const loadedTexts = (lang: Lang): Readonly<Partial<FeatureTexts>> => loaded[lang]

/** Returns a feature's texts for code that is no component, such as page titles; components call `useTexts`. */
export function textsFor<N extends Name>(lang: Lang, name: N): FeatureTexts[N] {
  const texts = loaded[lang][name]
  if (!texts) throw new Error(`The texts '${name}' are not loaded`)
  return texts as FeatureTexts[N]
}

export function useTexts<N extends Name>(name: N): FeatureTexts[N] {
  const lang = useContext(LangContext)
  if (!lang) throw new Error('useTexts needs a LangProvider')
  return textsFor(lang, name)
}
