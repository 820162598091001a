import type * as v from 'valibot'
import type { Schema } from '../contract.ts'

export const SECTIONS = [
  'identity',
  'looks',
  'texts',
  'people',
  'features',
  'announcements',
  'mail',
  'backups',
  'updates',
] as const
export type Section = (typeof SECTIONS)[number]

/** How the panel asks for a value. 'custom' settings have a component of their own in the panel. */
export type Control =
  | { kind: 'line' | 'text' | 'secret'; max: number }
  | { kind: 'flag' | 'picture' | 'custom' }
  | { kind: 'lines'; max: number }
  | { kind: 'number'; min: number; max: number }
  | { kind: 'choice' | 'choices'; options: readonly string[] }

/** What defaults may be made of: the host of PUBLIC_URL, and the site's name in force. */
export type Surroundings = { host: string; siteName: string }

export type Setting<S extends Schema = Schema> = {
  section: Section
  schema: S
  fallback: v.InferOutput<S> | ((from: Surroundings) => v.InferOutput<S>)
  control: Control
  /** The environment variable that wins over the panel. */
  variable?: string
  /** Never shown again, and stored encrypted. */
  isSecret?: true
  /** A change is in force only after the server was started again. */
  needsRestart?: true
}

export const setting = <const S extends Schema>(definition: Setting<S>): Setting<S> => definition
