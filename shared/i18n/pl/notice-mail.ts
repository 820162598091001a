export const noticeMail = {
  greeting: 'Dzień dobry,',
  about: 'Zgłoszona treść:',
  reason: (reason: string) => `Powód zgłoszenia: ${reason}.`,
  why: (site: string) =>
    `Ktoś, najpewniej Ty, podał ten adres w zgłoszeniu wysłanym przez formularz serwisu ${site}. To nie Ty? ` +
    'Zignoruj tę wiadomość.',
  received: {
    subject: (site: string, reference: string) => `Przyjęliśmy zgłoszenie ${reference} – ${site}`,
    lead: (site: string, reference: string) =>
      `Dziękujemy za zgłoszenie treści w serwisie ${site}. Ma numer ${reference}.`,
    next: 'Przeczyta je osoba z administracji. Gdy podejmie decyzję, napiszemy na ten adres.',
  },
  decided: {
    subject: (site: string, reference: string) => `Decyzja w sprawie zgłoszenia ${reference} – ${site}`,
    removed: (reference: string) =>
      `Zgłoszenie ${reference} jest rozpatrzone: treści, której dotyczyło, nikt już nie zobaczy.`,
    kept: (reference: string) =>
      `Zgłoszenie ${reference} jest rozpatrzone: treść zostaje, bo nie stwierdziliśmy, że łamie prawo.`,
    byPerson: 'Decyzję podjął człowiek.',
    byFilter: 'Decyzję podjął automat.',
    objection: (email: string) =>
      `Nie zgadzasz się? W ciągu sześciu miesięcy napisz na adres ${email} i podaj numer zgłoszenia, a sprawę ` +
      'oceni ktoś inny. ' +
      'Możesz też zwrócić się do certyfikowanego organu pozasądowego rozstrzygania sporów albo do sądu.',
  },
}

export type NoticeMailTexts = typeof noticeMail
