export const notifications = {
  titles: {
    post_comment: (who: string, areMany: boolean) => `${who} ${areMany ? 'komentują' : 'komentuje'} Twój post`,
    comment_reply: (who: string, areMany: boolean) =>
      `${who} ${areMany ? 'odpowiadają' : 'odpowiada'} na Twój komentarz`,
    mention: (who: string, areMany: boolean) => `${who} ${areMany ? 'wspominają' : 'wspomina'} o Tobie`,
    stream: (who: string) => `${who} nadaje na żywo`,
    follower: (who: string, areMany: boolean) => `${who} ${areMany ? 'zaczynają' : 'zaczyna'} Cię obserwować`,
    bot_answer: (who: string) => `Bot ${who} odpowiada w rozmowie`,
    invite: (who: string) => `${who} zaprasza Cię do grona moderatorów`,
    /** A comment in a thread that the reader follows, but did not start. */
    thread_comment: (who: string, areMany: boolean) =>
      `${who} ${areMany ? 'komentują' : 'komentuje'} obserwowany przez Ciebie wątek`,
    report_resolved: 'Twoje zgłoszenie zostało rozpatrzone',
    report_rejected: 'Twoje zgłoszenie zostało odrzucone',
    moderation: 'Moderatorzy podjęli decyzję w Twojej sprawie',
    appeal: 'Twoje odwołanie zostało rozpatrzone',
    appeal_upheld: 'Twoje odwołanie nie zostało uwzględnione',
    appeal_overturned: 'Twoje odwołanie zostało uwzględnione',
    export: 'Twoje dane są gotowe do pobrania',
    /** `where` is the community, null for the admins. */
    modmail: (where: string | null) =>
      where === null ? 'Ktoś pisze do administracji' : `Ktoś pisze do moderatorów r/${where}`,
    modmail_answer: (where: string | null) =>
      where === null
        ? 'Administracja odpowiada na Twoją wiadomość'
        : `Moderatorzy r/${where} odpowiadają na Twoją wiadomość`,
  },
  /** Notifications of a moderation decision; `where` is the community, null for the whole site. */
  decided: {
    removed: (where: string | null, isComment: boolean) =>
      `Moderatorzy r/${where} usunęli Twój ${isComment ? 'komentarz' : 'post'}`,
    deleted: (where: string | null, isComment: boolean) =>
      `Moderatorzy r/${where} skasowali Twój ${isComment ? 'komentarz' : 'post'}`,
    restored: (where: string | null, isComment: boolean) =>
      `Moderatorzy r/${where} przywrócili Twój ${isComment ? 'komentarz' : 'post'}`,
    locked: (where: string | null) => `Moderatorzy r/${where} zamknęli rozmowę pod Twoim postem`,
    unlocked: (where: string | null) => `Moderatorzy r/${where} otworzyli rozmowę pod Twoim postem`,
    pinned: (where: string | null) => `Moderatorzy r/${where} przypięli Twój post`,
    unpinned: (where: string | null) => `Moderatorzy r/${where} odpięli Twój post`,
    approved: (where: string | null, isComment: boolean) =>
      `Moderatorzy r/${where} opublikowali Twój ${isComment ? 'komentarz' : 'post'}`,
    reopened: (where: string | null, isComment: boolean) =>
      `Moderatorzy r/${where} jeszcze raz przejrzą Twój ${isComment ? 'komentarz' : 'post'}`,
    held: (where: string | null, isComment: boolean) =>
      `Twój ${isComment ? 'komentarz' : 'post'} w r/${where} czeka na moderatora`,
    warned: (where: string | null) =>
      where === null ? 'Administracja udzieliła Ci ostrzeżenia' : `Moderatorzy r/${where} udzielili Ci ostrzeżenia`,
    banned: (where: string | null) => `Nie możesz na razie pisać w r/${where}`,
    unbanned: (where: string | null) => `Możesz znowu pisać w r/${where}`,
    suspended: () => 'Twoje konto zostało zawieszone',
    unsuspended: () => 'Twoje konto nie jest już zawieszone',
    stream_ended: (where: string | null) =>
      where === null
        ? 'Administracja zakończyła Twoją transmisję'
        : `Moderatorzy r/${where} zakończyli Twoją transmisję`,
    version_deleted: (where: string | null, isComment: boolean) =>
      `Skasowano dawną wersję Twojego ${isComment ? 'komentarza' : 'posta'} w r/${where}`,
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
