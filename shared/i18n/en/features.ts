import { loadersOf } from '../features.ts'

export const features = loadersOf('en')
