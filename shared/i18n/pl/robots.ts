export const robots = { honeypot: 'Zostaw to pole puste' }

export type RobotTexts = typeof robots
