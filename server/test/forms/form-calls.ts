import type { Endpoint } from '#shared/api/contract.ts'
import { contract } from '#shared/api/index.ts'
import { publicContract } from '#shared/api/public.ts'

/** Calls that work only with JavaScript; each text names the feature, then the replacement without JavaScript. */
export const EXCEPTED: Record<string, string> = {
  'factors.passkeyOptions': 'passkeys: a password and a code of an app',
  'factors.addPasskey': 'passkeys: a password and a code of an app',
  'factors.removePasskey': 'passkeys: a password and a code of an app',
  'factors.passkeyLoginOptions': 'passkeys: the login by password',
  'factors.passkeyLogin': 'passkeys: the login by password',
  'push.subscribe': 'live updates: the page of notifications, and mails',
  'push.remove': 'live updates: the page of notifications, and mails',
  'push.test': 'live updates: the page of notifications, and mails',
}

/** No person makes these calls from a screen, or they need no form of their own. */
const NO_ACTION: Record<string, string> = {
  'auth.openSession': 'scripts renew the cookie of their session',
  'auth.closeSession': 'scripts clear the cookie of a dead session',
  'uploads.image': 'a file field of the form that the picture belongs to',
  'uploads.video': 'a file field of the form that the video belongs to',
  'uploads.captions': 'a file field of the form that the video belongs to',
  'uploads.messageImage': 'a file field of the form of the message',
  'markdown.preview': 'a button of the form that the text belongs to',
}

/** Forms with a route of their own, which is older than the generic form route. */
export const OTHER_TARGETS: Record<string, string> = {
  'notices.create': '/notice',
  'notifications.unsubscribe': '/unsubscribe',
}

export const memberCalls = [publicContract, contract]
  .flatMap((of, at) =>
    Object.entries(of).flatMap(([group, calls]) =>
      Object.entries(calls as Record<string, Endpoint>)
        .filter(([, { method }]) => method !== 'GET')
        .filter(([, { access }]) => at === 0 || access === 'staff')
        .map(([name]) => `${group}.${name}`),
    ),
  )
  .filter((call, at, all) => all.indexOf(call) === at)
  .filter((call) => !(call in EXCEPTED) && !(call in NO_ACTION))
