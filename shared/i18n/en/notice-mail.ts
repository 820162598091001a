import type { NoticeMailTexts } from '../pl/notice-mail.ts'

export const noticeMail: NoticeMailTexts = {
  greeting: 'Hello,',
  about: 'The content in question:',
  reason: (reason) => `Reason given: ${reason}.`,
  why: (site) =>
    `Somebody, most likely you, entered this address in a notice sent through the form of ${site}. Not you? ` +
    'Ignore this message.',
  received: {
    subject: (site, reference) => `We received your notice ${reference} – ${site}`,
    lead: (site, reference) => `Thank you for your notice about content on ${site}. Its number is ${reference}.`,
    next: 'One of our admins will read it. We will write to this address once they have decided.',
  },
  decided: {
    subject: (site, reference) => `Decision on your notice ${reference} – ${site}`,
    removed: (reference) => `We have decided on your notice ${reference}: the content is no longer shown to anybody.`,
    kept: (reference) =>
      `We have decided on your notice ${reference}: the content stays, because we did not find that it breaks the law.`,
    byPerson: 'A person took this decision.',
    byFilter: 'This decision was automatic.',
    objection: (email) =>
      `Do you disagree? Within six months, write to ${email} with the number of the notice, and somebody else ` +
      'will look at it. ' +
      'You can also turn to a certified out-of-court dispute settlement body or to a court.',
  },
}
