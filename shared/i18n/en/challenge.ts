import type { challenge as polish } from '../pl/challenge.ts'

export const challenge: typeof polish = {
  error: 'The check failed. Tick the box to try again.',
  expired: 'The check has expired. Tick the box to do it again.',
  label: 'I am not a robot',
  loading: 'Loading…',
  verificationRequired: 'First we check that you are not a robot.',
  verified: 'Checked: you are not a robot',
  verifying: 'Checking that you are not a robot…',
  waitAlert: 'Still checking, please wait a moment.',
}
