import type { RobotTexts } from '../pl/robots.ts'

export const robots: RobotTexts = { honeypot: 'Leave this field empty' }
