import type { app as pl } from '../pl/app.ts'

export const app: typeof pl = {
  rateLimit: 'Rate Limit: ',
  rateLimitDefault: 'Too many requests. Please try again in a moment.',
  sessionEnded: 'Your session has expired. Please log in again.',
  logIn: 'Log in',
  toasts: 'Messages',
  close: 'Close',
  retry: 'Try again',
  toHome: 'Home page',
  unexpected: 'Unexpected Application Error!',
  unexpectedText: 'Something broke on our side. Please try again in a moment.',
  mustSignIn: 'You must be logged in to access this page',
  ageTitle: 'For adults only',
  ageText: 'This part of the site holds content for people aged 18 or older.',
  ageYes: 'I am 18 or older',
  ageNo: 'No, take me to the normal version',
  outbox: 'Outbox',
  outboxEmpty: 'No mail has been sent yet.',
  adultTitle: 'This page is in the adult version',
  adultText: 'It holds content for people aged 18 or older, so it is not shown here.',
  adultOpen: 'Open the adult version',
}
