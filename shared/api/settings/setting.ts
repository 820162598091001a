import type * as v from 'valibot'
import type { Schema } from '../contract.ts'

export const SECTIONS = [
  'identity',
  'looks',
  'texts',
  'people',
  'login',
  'features',
  'announcements',
  'mail',
  'backups',
  'updates',
] as const
export type Section = (typeof SECTIONS)[number]

/** The kind of input in the panel; 'custom' settings have a component of their own. */
export type Control =
  | { kind: 'line' | 'text' | 'secret'; max: number }
  | { kind: 'flag' | 'picture' | 'custom' }
  | { kind: 'lines'; max: number }
  | { kind: 'number'; min: number; max: number }
  | { kind: 'choice' | 'choices'; options: readonly string[] }

/** What defaults depend on: the host of PUBLIC_URL and the site's current name. */
export type Surroundings = { host: string; siteName: string }

export type Setting<S extends Schema = Schema> = {
  section: Section
  schema: S
  fallback: v.InferOutput<S> | ((from: Surroundings) => v.InferOutput<S>)
  control: Control
  /** The environment variable that overrides the panel. */
  variable?: string
  /** The value is stored encrypted and never shown again. */
  isSecret?: true
  /** A change takes effect only after a restart of the server. */
  needsRestart?: true
}

export const setting = <const S extends Schema>(definition: Setting<S>): Setting<S> => definition
