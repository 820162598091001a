export const notifications = {
  titles: {
    post_comment: (who: string, areMany: boolean) => `${who} ${areMany ? 'komentują' : 'komentuje'} Twój post`,
    comment_reply: (who: string, areMany: boolean) => `${who} ${areMany ? 'odpowiadają' : 'odpowiada'} na Twój komentarz`,
    mention: (who: string, areMany: boolean) => `${who} ${areMany ? 'wspominają' : 'wspomina'} o Tobie`,
    follower: (who: string, areMany: boolean) => `${who} ${areMany ? 'zaczynają' : 'zaczyna'} Cię obserwować`,
    bot_answer: (who: string) => `Bot ${who} odpowiada w rozmowie`,
    invite: (who: string) => `${who} zaprasza Cię do grona moderatorów`,
    /** Of a thread that the reader follows, but did not begin. */
    thread_comment: (who: string, areMany: boolean) => `${who} ${areMany ? 'komentują' : 'komentuje'} obserwowany przez Ciebie wątek`,
    report_resolved: 'Twoje zgłoszenie zostało rozpatrzone',
    report_rejected: 'Twoje zgłoszenie zostało odrzucone',
    moderation: 'Moderatorzy podjęli decyzję w Twojej sprawie',
    appeal: 'Twoje odwołanie zostało rozpatrzone',
    export: 'Twoje dane są gotowe do pobrania',
  },
  list: new Intl.ListFormat('pl'),
  others: 'inni',
  someone: 'Ktoś',
  newFollower: 'Zobacz profil tej osoby.',
  reportResolved: 'Dziękujemy. Zgłoszona treść narusza zasady.',
  reportRejected: 'Zgłoszona treść nie narusza zasad.',
  exportReady: 'Plik czeka w ustawieniach przez 7 dni.',
  image: 'Zdjęcie',
  video: 'Film',
  /** Shown on the normal variant instead of adult content. */
  adult: { title: 'Masz nowe powiadomienie', content: 'Dotyczy treści dla dorosłych.' },
}
