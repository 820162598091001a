import { createDice } from '../dice.ts'
import { abstract } from './abstract.ts'
import { Canvas } from './canvas.ts'
import { charts } from './charts.ts'
import { food } from './food.ts'
import { landscapes } from './landscapes.ts'
import { living } from './living.ts'
import { things } from './things.ts'
import { towns } from './towns.ts'

const scenes = { ...landscapes, ...towns, ...food, ...living, ...things, ...charts, ...abstract }

/** What can be drawn. */
export type Picture = keyof typeof scenes

export const pictures = Object.keys(scenes) as Picture[]

const SQUARE: ReadonlySet<Picture> = new Set(['cat', 'dog', 'pizza', 'soup'])
const TALL: ReadonlySet<Picture> = new Set(['rack', 'forest'])

/** Draws a picture, another one for every `seed`, as JPEG of at most 960 pixels. */
export function draw(picture: Picture, seed: number): Promise<Uint8Array> {
  const canvas = SQUARE.has(picture) ? new Canvas(800, 800) : TALL.has(picture) ? new Canvas(720, 900) : new Canvas(960, 640)
  scenes[picture](canvas, createDice(10_000 + seed))
  return canvas.encode()
}
