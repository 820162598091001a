/** `?a=b` of the given values in the given order, without those that are absent or empty. */
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

/** The address of every page, as a path on whatever host shows it. Names and values come unencoded. */
export const paths = {
  /** `sort` as in the feed; without one the address carries none. */
  home: (sort?: string) => `/${query({ sort })}`,
  /** `next` is where to go after signing in, a path of this site. */
  login: (next?: string | null) => `/login${query({ next })}`,
  register: () => '/register',
  verifyEmailSent: () => '/verify-email-sent',
  verifyEmail: (token?: string) => `/verify-email${query({ token })}`,
  verifyEmailLogin: (token: string, email: string) => `/verify-email-login${query({ token, email })}`,
  forgotPassword: () => '/forgot-password',
  resetPassword: (token?: string) => `/reset-password${query({ token })}`,

  /** `community` is the name to preselect. */
  submit: (community?: string | null) => `/submit${query({ community })}`,
  /** With a comment: the server puts its branch first, the browser scrolls to the element `comment-{id}`. */
  post: (id: number, comment?: number | null) =>
    `/post/${id}${query({ comment })}${comment ? `#comment-${comment}` : ''}`,
  community: (name: string, sort?: string) => `/r/${segment(name)}${query({ sort })}`,
  communityAlias: (name: string) => `/c/${segment(name)}`,
  createCommunity: () => '/create-community',
  browseCommunities: () => '/browse-communities',

  user: (username: string) => `/u/${segment(username)}`,
  /** The spelling that the cards of the search page use. */
  userAlias: (username: string) => `/user/${segment(username)}`,
  profile: () => '/profile',
  search: (q?: string) => `/search${query({ q })}`,
  saved: (page?: number) => `/saved${query({ page: page === 1 ? undefined : page })}`,

  /** `to` prefills the recipient of a new message. */
  messages: (to?: string | null) => `/messages${query({ to })}`,
  conversation: (username: string) => `/conversation/${segment(username)}`,
  wpoints: () => '/wpoints',

  devInfo: () => '/dev-info',
  privacyPolicy: () => '/privacy-policy',
  /** `next` is the state of the panel to come back to, a path of this site. */
  adminLogin: (next?: string | null) => `/admin/login${query({ next })}`,
  admin: (tab?: string) => `/admin${query({ tab })}`,

  feedXml: () => '/feed.xml',
  communityFeedXml: (name: string) => `/r/${segment(name)}/feed.xml`,
  sitemap: () => '/sitemap.xml',
} as const
