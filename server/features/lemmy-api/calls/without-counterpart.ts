import type {
  GetCaptchaResponse,
  GetFederatedInstancesResponse,
  GetModlogResponse,
  GetReportCountResponse,
  GetSiteMetadataResponse,
  LemmyErrorType,
  ListCommentReportsResponse,
  ListMediaResponse,
  ListPostReportsResponse,
  ListPrivateMessageReportsResponse,
} from 'lemmy-js-client'
import { LemmyRefusal } from '../errors.ts'
import { idOf, requireViewer, type Form, type Lemmy, type LemmyCall } from '../lemmy.ts'

const refuse =
  (error: LemmyErrorType['error']): LemmyCall =>
  async () => {
    throw new LemmyRefusal(error)
  }

const refuseMember =
  (error: LemmyErrorType['error']): LemmyCall =>
  async (lemmy) => {
    requireViewer(lemmy)
    throw new LemmyRefusal(error)
  }

const answer =
  <Answer>(value: Answer) =>
  async (lemmy: Lemmy): Promise<Answer> => {
    await lemmy.ctx.limiter.take('read', { address: lemmy.ctx.address })
    return value
  }

const NO_MODLOG: GetModlogResponse = {
  removed_posts: [],
  locked_posts: [],
  featured_posts: [],
  removed_comments: [],
  removed_communities: [],
  banned_from_community: [],
  banned: [],
  added_to_community: [],
  transferred_to_community: [],
  added: [],
  admin_purged_persons: [],
  admin_purged_communities: [],
  admin_purged_posts: [],
  admin_purged_comments: [],
  hidden_communities: [],
}

/** Always zero, because reports are decided in the admin panel. */
async function getReportCount(lemmy: Lemmy, form: Form): Promise<GetReportCountResponse> {
  requireViewer(lemmy)
  const community_id = idOf(form, 'community_id')
  return { ...(community_id && { community_id }), comment_reports: 0, post_reports: 0 }
}

const NO_CAPTCHA: GetCaptchaResponse = {}
const NO_FEDERATION: GetFederatedInstancesResponse = {}
const NO_METADATA: GetSiteMetadataResponse = { metadata: {} }
const NO_MEDIA: ListMediaResponse = { images: [] }
const NO_POST_REPORTS: ListPostReportsResponse = { post_reports: [] }
const NO_COMMENT_REPORTS: ListCommentReportsResponse = { comment_reports: [] }
const NO_MESSAGE_REPORTS: ListPrivateMessageReportsResponse = { private_message_reports: [] }

/** Calls for features that this forum does not have respond like a Lemmy instance with the feature disabled. */
export const callsWithoutCounterpart: Record<string, LemmyCall> = {
  'GET /modlog': answer(NO_MODLOG),
  'GET /federated_instances': answer(NO_FEDERATION),
  'GET /user/get_captcha': answer(NO_CAPTCHA),
  'GET /post/site_metadata': answer(NO_METADATA),
  'GET /account/list_media': answer(NO_MEDIA),
  'GET /user/report_count': getReportCount,
  'GET /post/report/list': answer(NO_POST_REPORTS),
  'GET /comment/report/list': answer(NO_COMMENT_REPORTS),
  'GET /private_message/report/list': answer(NO_MESSAGE_REPORTS),
  'POST /user/register': refuse('registration_closed'),
  'POST /user/verify_email': refuse('token_not_found'),
  'POST /site': refuseMember('site_already_exists'),
  'PUT /site': refuseMember('not_an_admin'),
  'POST /site/block': refuseMember('federation_disabled'),
  'POST /user/leave_admin': refuseMember('cannot_leave_admin'),
  'POST /user/totp/generate': refuseMember('couldnt_generate_totp'),
  'POST /user/totp/update': refuseMember('couldnt_generate_totp'),
  'GET /user/export_settings': refuseMember('unknown'),
  'POST /user/import_settings': refuseMember('unknown'),
  'GET /user/banned': refuseMember('not_an_admin'),
  'POST /user/ban': refuseMember('not_an_admin'),
  'PUT /comment/save': refuseMember('couldnt_save_comment'),
  'POST /comment/distinguish': refuseMember('couldnt_update_comment'),
  'PUT /comment/report/resolve': refuseMember('couldnt_resolve_report'),
  'GET /comment/like/list': refuseMember('not_an_admin'),
  'GET /post/like/list': refuseMember('not_an_admin'),
  'PUT /post/report/resolve': refuseMember('couldnt_resolve_report'),
  'PUT /private_message/report/resolve': refuseMember('couldnt_resolve_report'),
  'POST /community/block': refuseMember('couldnt_update_community'),
  'POST /community/delete': refuseMember('couldnt_update_community'),
  'POST /community/remove': refuseMember('not_an_admin'),
  'PUT /community/hide': refuseMember('not_an_admin'),
  'POST /community/transfer': refuseMember('not_an_admin'),
  'POST /community/mod': refuseMember('couldnt_update_community'),
  'POST /admin/add': refuseMember('not_an_admin'),
  'GET /admin/list_all_media': refuseMember('not_an_admin'),
  'GET /admin/registration_application': refuseMember('not_an_admin'),
  'GET /admin/registration_application/count': refuseMember('not_an_admin'),
  'GET /admin/registration_application/list': refuseMember('not_an_admin'),
  'PUT /admin/registration_application/approve': refuseMember('not_an_admin'),
  'POST /admin/purge/person': refuseMember('not_an_admin'),
  'POST /admin/purge/community': refuseMember('not_an_admin'),
  'POST /admin/purge/post': refuseMember('not_an_admin'),
  'POST /admin/purge/comment': refuseMember('not_an_admin'),
  'POST /custom_emoji': refuseMember('not_an_admin'),
  'PUT /custom_emoji': refuseMember('not_an_admin'),
  'POST /custom_emoji/delete': refuseMember('not_an_admin'),
}
