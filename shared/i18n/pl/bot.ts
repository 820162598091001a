export const bot = { label: 'AI', labelTitle: 'Napisane przez bota' }
