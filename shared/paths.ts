function query(values: Record<string, string | number | null | undefined>): string {
  let text = ''
  for (const key in values) {
    const value = values[key]
    if (value === undefined || value === null || value === '') continue
    text += `${text === '' ? '?' : '&'}${key}=${encodeURIComponent(value)}`
  }
  return text
}

const segment = encodeURIComponent

export type FollowKind = 'followers' | 'following'

export const paths = {
  home: (sort?: string, feed?: string, window?: string) => `/${query({ feed, sort, window })}`,
  login: (next?: string | null) => `/login${query({ next })}`,
  register: (invite?: string | null) => `/register${query({ invite })}`,
  verifyEmailSent: () => '/verify-email-sent',
  verifyEmail: (token?: string) => `/verify-email${query({ token })}`,
  verifyEmailLogin: (token: string, email: string) => `/verify-email-login${query({ token, email })}`,
  /** Redirects to a sign-in service, from which members return to `finishSignIn`. */
  signInWith: (service: string, next?: string | null) => `/sign-in/${service}${query({ next })}`,
  finishSignIn: (done?: 'awaiting_approval' | 'verification_sent') => `/sign-in/finish${query({ done })}`,
  forgotPassword: () => '/forgot-password',
  confirmEmail: (token?: string) => `/confirm-email${query({ token })}`,
  undoEmail: (token?: string) => `/undo-email${query({ token })}`,
  resetPassword: (token?: string) => `/reset-password${query({ token })}`,

  streams: (state?: string) => `/streams${query({ state: state === 'live' ? undefined : state })}`,
  stream: (id: number) => `/stream/${id}`,
  newStream: (community?: string | null) => `/streams/new${query({ community })}`,
  submit: (community?: string | null) => `/submit${query({ community })}`,
  /** The post form, filled with content shared from another app; `pictures` names pictures stored in the browser. */
  shared: (more: { title?: string; text?: string; url?: string; pictures?: string }) => `/submit${query(more)}`,
  offline: () => '/offline',
  outbox: () => '/outbox',
  post: (id: number, comment?: number | null) =>
    comment ? `/post/${id}?comment=${comment}#comment-${comment}` : `/post/${id}`,
  transcript: (id: number, comment?: number) => `/post/${id}/transcript${query({ comment })}`,
  /** The page of a post with an open form, for example to reply or to edit. */
  formOf: {
    reply: (postId: number, comment: number) => `/post/${postId}?reply=${comment}#reply`,
    edit: (postId: number, of: 'post' | number) => `/post/${postId}?edit=${of}#edit`,
    report: (postId: number, of: 'post' | number) => `/post/${postId}?report=${of}#report`,
    remove: (postId: number, of: 'post' | number) =>
      of === 'post'
        ? `/post/${postId}?confirm=delete-post#confirm`
        : `/post/${postId}?confirm=delete-comment&comment=${of}#confirm`,
    askBot: (postId: number, comment: number) => `/post/${postId}?confirm=ask-bot&comment=${comment}#confirm`,
    moderate: (postId: number, of: 'post' | number) => `/post/${postId}?moderate=${of}#moderate`,
    history: (postId: number, of: 'post' | number) => `/post/${postId}?history=${of}#history`,
    share: (postId: number) => `/post/${postId}?share=post#share`,
    follow: (postId: number) => `/post/${postId}?follow=post#follow`,
  },
  categoryLog: (name: string) => `/r/${segment(name)}/log`,
  categorySettings: (name: string) => `/r/${segment(name)}/settings`,
  categoryQueue: (name: string) => `/r/${segment(name)}/queue`,
  categoryFilters: (name: string) => `/r/${segment(name)}/filters`,
  categoryHooks: (name: string) => `/r/${segment(name)}/hooks`,
  category: (name: string, sort?: string, window?: string, flair?: number) =>
    `/r/${segment(name)}${query({ sort, window, flair })}`,
  categoryAlias: (name: string) => `/c/${segment(name)}`,
  createCategory: () => '/create-community',
  browseCategories: () => '/browse-communities',

  user: (username: string) => `/u/${segment(username)}`,
  userAlias: (username: string) => `/user/${segment(username)}`,
  userFollows: (username: string, kind: FollowKind, page?: number) =>
    `/u/${segment(username)}/${kind}${query({ page: page === 1 ? undefined : page })}`,
  profile: () => '/profile',
  settings: (section?: string) => (section === undefined ? '/settings' : `/settings/${section}`),
  search: (q?: string, more: { tab?: string; sort?: string } = {}) => `/search${query({ q, ...more })}`,
  ad: (id: number) => `/ad/${id}`,
  saved: (page?: number) => `/saved${query({ page: page === 1 ? undefined : page })}`,

  messages: (to?: string | null) => `/messages${query({ to })}`,
  modmailList: (box?: string, state?: string) => `/messages${query({ section: 'moderators', box, state })}`,
  modmail: (id: number) => `/modmail/${id}`,
  newModmail: (community?: string | null, subject?: string) => `/modmail/new${query({ community, subject })}`,
  conversation: (username: string) => `/conversation/${segment(username)}`,
  notifications: (filter?: string) => `/notifications${query({ filter: filter === 'all' ? undefined : filter })}`,
  moderatorInvites: () => '/moderator-invites',
  decisions: (id?: number) => `/decisions${id === undefined ? '' : `#decision-${id}`}`,
  wpoints: () => '/wpoints',
  formerAccount: (token?: string, outcome?: 'deleted' | 'failed') => `/former-account${query({ token, outcome })}`,
  unsubscribe: (token: string, outcome?: 'done' | 'failed') => `/unsubscribe${query({ token, outcome })}`,

  notice: (more: { url?: string; reference?: string; problem?: string } = {}) => `/notice${query(more)}`,
  closeAnnouncement: () => '/announcements/close',
  browserKeys: () => '/browser-keys',
  rules: (lang?: string) => `/rules${query({ lang })}`,
  terms: (lang?: string) => `/terms${query({ lang })}`,
  imprint: (lang?: string) => `/imprint${query({ lang })}`,
  transparency: (year?: number) => `/transparency${query({ year })}`,

  accessibility: (lang?: string) => `/accessibility${query({ lang })}`,
  devInfo: (group?: string) => `/dev-info${query({ group })}`,
  privacyPolicy: (lang?: string) => `/privacy-policy${query({ lang })}`,
  oauthDevice: (userCode?: string, outcome?: 'allow' | 'deny') =>
    `/oauth/device${query({ user_code: userCode, outcome })}`,
  oauthAuthorize: (request?: string) => `/oauth/authorize${request ? `?${request}` : ''}`,
  adminLogin: (next?: string | null) => `/admin/login${query({ next })}`,
  admin: (tab?: string) => `/admin${query({ tab })}`,

  feedXml: () => '/feed.xml',
  categoryFeedXml: (name: string) => `/r/${segment(name)}/feed.xml`,
  sitemap: () => '/sitemap.xml',
} as const
