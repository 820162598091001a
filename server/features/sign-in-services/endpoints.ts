/** Tests replace these endpoints with fake services. */
export const endpoints = {
  google: { issuer: 'https://accounts.google.com' },
  apple: { issuer: 'https://appleid.apple.com' },
  github: {
    issuer: 'https://github.com/login/oauth',
    authorization_endpoint: 'https://github.com/login/oauth/authorize',
    token_endpoint: 'https://github.com/login/oauth/access_token',
    api: 'https://api.github.com',
  },
  facebook: {
    issuer: 'https://www.facebook.com',
    authorization_endpoint: 'https://www.facebook.com/v23.0/dialog/oauth',
    token_endpoint: 'https://graph.facebook.com/v23.0/oauth/access_token',
    api: 'https://graph.facebook.com/v23.0',
  },
}
