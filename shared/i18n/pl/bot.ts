export const bot = {
  /** What stands beside the name of the bot. */
  label: 'AI',
  labelTitle: 'Napisane przez bota',
}
