import { sql } from 'drizzle-orm'
import { deleteRowsOf, pick, type PersonalData } from '#server/db/personal-data.ts'
import { forgetCreator } from './queries.ts'
import { invite, invitedMember } from './table.ts'

export const invitesData = {
  exported: {
    invites: {
      explained: {
        pl: 'zaproszenia do serwisu, które wysłano z Twojego konta',
        en: 'invitations to the site that your account made',
      },
      owners: [invite.creator_id],
      fields: pick(invite, 'code', 'uses', 'accounts', 'note', 'created_at', 'expires_at', 'revoked_at'),
      order: [invite.id],
    },
    invited_by: {
      explained: {
        pl: 'zaproszenie, z którym powstało Twoje konto',
        en: 'the invitation by which your account was made',
      },
      owners: [invitedMember.user_id],
      fields: sql`${invite.code} as code, ${pick(invitedMember, 'created_at')}`,
      joins: sql`join ${invite} on ${invite.id} = ${invitedMember.invite_id}`,
      order: [invitedMember.user_id],
    },
  },
  deletedAtOnce: (tx, { userId, now }) => forgetCreator(tx, userId, now),
  deletedRows: [deleteRowsOf(invitedMember.user_id)],
} satisfies PersonalData
