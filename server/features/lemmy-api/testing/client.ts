import { LemmyHttp } from 'lemmy-js-client'
import type { TestApp } from '#server/test/app.ts'
import { problemsOf } from './types.ts'

const ANSWERS: Record<string, string> = {
  getSite: 'GetSiteResponse',
  login: 'LoginResponse',
  logout: 'SuccessResponse',
  validateAuth: 'SuccessResponse',
  changePassword: 'LoginResponse',
  deleteAccount: 'SuccessResponse',
  passwordReset: 'SuccessResponse',
  saveUserSettings: 'SuccessResponse',
  getPersonDetails: 'GetPersonDetailsResponse',
  blockPerson: 'BlockPersonResponse',
  getPosts: 'GetPostsResponse',
  getPost: 'GetPostResponse',
  createPost: 'PostResponse',
  editPost: 'PostResponse',
  deletePost: 'PostResponse',
  removePost: 'PostResponse',
  lockPost: 'PostResponse',
  featurePost: 'PostResponse',
  likePost: 'PostResponse',
  savePost: 'PostResponse',
  markPostAsRead: 'SuccessResponse',
  hidePost: 'SuccessResponse',
  createPostReport: 'PostReportResponse',
  listPostReports: 'ListPostReportsResponse',
  getSiteMetadata: 'GetSiteMetadataResponse',
  getComments: 'GetCommentsResponse',
  getComment: 'CommentResponse',
  createComment: 'CommentResponse',
  editComment: 'CommentResponse',
  deleteComment: 'CommentResponse',
  removeComment: 'CommentResponse',
  likeComment: 'CommentResponse',
  createCommentReport: 'CommentReportResponse',
  listCommentReports: 'ListCommentReportsResponse',
  listCommunities: 'ListCommunitiesResponse',
  getCommunity: 'GetCommunityResponse',
  createCommunity: 'CommunityResponse',
  editCommunity: 'CommunityResponse',
  followCommunity: 'CommunityResponse',
  banFromCommunity: 'BanFromCommunityResponse',
  search: 'SearchResponse',
  resolveObject: 'ResolveObjectResponse',
  getReplies: 'GetRepliesResponse',
  getPersonMentions: 'GetPersonMentionsResponse',
  markCommentReplyAsRead: 'CommentReplyResponse',
  markPersonMentionAsRead: 'PersonMentionResponse',
  markAllAsRead: 'GetRepliesResponse',
  getUnreadCount: 'GetUnreadCountResponse',
  getReportCount: 'GetReportCountResponse',
  getPrivateMessages: 'PrivateMessagesResponse',
  createPrivateMessage: 'PrivateMessageResponse',
  markPrivateMessageAsRead: 'PrivateMessageResponse',
  createPrivateMessageReport: 'PrivateMessageReportResponse',
  listPrivateMessageReports: 'ListPrivateMessageReportsResponse',
  uploadImage: 'UploadImageResponse',
  getModlog: 'GetModlogResponse',
  getFederatedInstances: 'GetFederatedInstancesResponse',
  getCaptcha: 'GetCaptchaResponse',
  listMedia: 'ListMediaResponse',
}

type Options = { jwt?: string; host?: string; headers?: Record<string, string> }

/** The client's methods throw if a response is invalid by the types of lemmy-js-client. */
export function lemmyClient(t: TestApp, { jwt, host = 'localhost:3000', headers = {} }: Options = {}): LemmyHttp {
  const fetchFunction = (url: string, init: RequestInit = {}) =>
    t.request(url, { ...init, headers: { host, ...(init.headers as Record<string, string>) } })
  const client = new LemmyHttp(`http://${host}`, {
    fetchFunction: fetchFunction as typeof fetch,
    headers: { ...headers, ...(jwt !== undefined && { Authorization: `Bearer ${jwt}` }) },
  })
  return new Proxy(client, {
    get(target, name: keyof LemmyHttp) {
      const method = target[name] as ((...args: unknown[]) => Promise<unknown>) | undefined
      // `await client` reads the client's property `then`, which must be undefined.
      if (!method) return undefined
      return async (...args: unknown[]) => {
        const answer = await method.apply(target, args)
        const type = ANSWERS[name]
        if (name === 'listLogins') checkEach('LoginToken', answer as unknown[])
        else if (type) check(type, answer)
        else throw new Error(`The type of what ${name} answers is not known`)
        return answer
      }
    },
  })
}

function check(type: string, answer: unknown): void {
  const problems = problemsOf(type, answer)
  if (problems.length > 0) throw new Error(`Not a ${type}: ${problems.slice(0, 5).join('; ')}`)
}

const checkEach = (type: string, answers: unknown[]) => answers.forEach((answer) => check(type, answer))
