import { deleteRowsOf, pick, type PersonalData } from '#server/db/personal-data.ts'
import { sql } from 'drizzle-orm'
import { oauthApplication, oauthDevice, oauthGrant, oauthSession } from './table.ts'

export const oauthData = {
  exported: {
    applications: {
      explained: {
        pl: 'zgłoszone przez Ciebie aplikacje, bez ich sekretów',
        en: 'applications that you registered, without their secrets',
      },
      owners: [oauthApplication.user_id],
      fields: pick(oauthApplication, 'client_id', 'name', 'url', 'kind', 'redirect_uris', 'scopes', 'created_at'),
      order: [oauthApplication.created_at, oauthApplication.client_id],
      leftOut: ['secret_hash'],
    },
    allowed_applications: {
      explained: {
        pl: 'aplikacje, którym pozwalasz korzystać z konta, i na co',
        en: 'applications that you allow to use your account, and for what',
      },
      owners: [oauthGrant.user_id],
      fields: sql`${pick(oauthGrant, 'client_id', 'scopes', 'created_at', 'last_used_at')},
        application.name as application`,
      joins: sql`join oauth_application application on application.client_id = ${oauthGrant.client_id}`,
      order: [oauthGrant.id],
    },
  },
  notExported: {
    'oauth_session.user_id': 'part of what was allowed an application, which is in allowed_applications',
    'oauth_device.user_id': 'for minutes alone, until a device has its tokens',
  },
  deletedRows: [
    deleteRowsOf(oauthDevice.user_id),
    deleteRowsOf(oauthSession.user_id),
    deleteRowsOf(oauthGrant.user_id),
    deleteRowsOf(oauthApplication.user_id),
  ],
} satisfies PersonalData
