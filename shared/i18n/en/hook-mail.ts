import type { hookMail as pl } from '../pl/hook-mail.ts'

export const hookMail: typeof pl = {
  subject: (site, host) => `${site}: the web hook to ${host} is off`,
  lead: (host) =>
    `Nothing could be delivered to ${host} for 72 hours, the server there wants no more messages, or you no longer ` +
    'have the rights by which this web hook was made. So we switched it off.',
  button: 'See the web hooks',
  again: 'Once the address works again you can switch the web hook on. What waited will not be sent any more.',
}
