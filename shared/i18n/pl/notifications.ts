export const notifications = {
  titles: {
    post_comment: (name: string) => `${name} komentuje Twój post`,
    comment_reply: (name: string) => `${name} odpowiada na Twój komentarz`,
    mention: (name: string) => `${name} wspomina o Tobie`,
    follower: (name: string) => `${name} zaczyna Cię obserwować`,
    bot_answer: (name: string) => `Bot ${name} odpowiada w rozmowie`,
    report_resolved: 'Twoje zgłoszenie zostało rozpatrzone',
    report_rejected: 'Twoje zgłoszenie zostało odrzucone',
  },
  someone: 'Ktoś',
  newFollower: 'Zobacz profil tej osoby.',
  reportResolved: 'Dziękujemy. Zgłoszona treść narusza zasady.',
  reportRejected: 'Zgłoszona treść nie narusza zasad.',
  image: 'Zdjęcie',
  video: 'Film',
  /** Shown on the normal variant instead of adult content. */
  adult: { title: 'Masz nowe powiadomienie', content: 'Dotyczy treści dla dorosłych.' },
}
