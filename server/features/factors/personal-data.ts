import { pick, type PersonalData } from '#server/db/personal-data.ts'
import { deleteFactors } from './queries.ts'
import { passkey, totp } from './table.ts'

export const factorsData = {
  exported: {
    passkeys: {
      explained: { pl: 'klucze dostępu: nazwy i daty', en: 'passkeys: names and dates' },
      owners: [passkey.user_id],
      fields: pick(passkey, 'id', 'name', 'created_at', 'last_used_at'),
      order: [passkey.id],
      leftOut: ['credential_id', 'public_key', 'rp_id', 'transports', 'user_handle'],
    },
    two_step_login: {
      explained: { pl: 'logowanie dwuetapowe: od kiedy', en: 'two-step login: since when' },
      owners: [totp.user_id],
      fields: pick(totp, 'created_at', 'confirmed_at'),
      order: [totp.user_id],
      leftOut: ['encrypted_secret'],
    },
  },
  notExported: {
    'login_challenge.user_id': 'hashes, for five minutes',
    'passkey_challenge.user_id': 'random bytes, for five minutes',
    'recovery_code.user_id': 'hashes',
  },
  deletedAtOnce: (tx, { userId }) => deleteFactors(tx, userId),
} satisfies PersonalData
