import { isNull } from 'drizzle-orm'
import { pick, type PersonalData } from '#server/db/personal-data.ts'
import { upload } from './table.ts'

export const uploadsData = {
  exported: {
    uploads: {
      explained: { pl: 'pliki, które wysłano z Twojego konta', en: 'files that were uploaded by your account' },
      owners: [upload.user_id],
      fields: pick(upload, 'id', 'kind', 'url', 'size', 'width', 'height', 'created_at', 'used_at'),
      where: () => isNull(upload.deleted_at),
      order: [upload.id],
      leftOut: ['content_hash', 'placeholder', 'poster_url'],
    },
  },
  kept: { 'upload.user_id': 'pictures and videos of posts that stay; unused files are deleted by their own job' },
} satisfies PersonalData
