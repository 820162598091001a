import type { ExportReadmeTexts } from '../pl/export-readme.ts'

export const exportReadme: ExportReadmeTexts = {
  title: (site, username) => `# Data of the account ${username} on ${site}`,
  lead: [
    'Each `.json` file is a list of objects in UTF-8, one a line. Times are in UTC (ISO 8601), texts in ' +
      'Markdown, as they were written.',
    'An address that begins with `/media/` is the file of the same path in the folder `media` of this archive ' +
      '(pictures of messages have an extension in addition).',
    'There are no passwords, codes or keys, of which we store hashes or nothing at all, and nothing that others ' +
      'did in confidence: who voted on you, who blocks you, who reported what you wrote.',
    'What you agreed to get by e-mail is in `notification_settings.json`. The confirmation of your age is stored ' +
      'in your browser only.',
  ],
  files: {
    account: 'the account: name, e-mail address, text about you, settings, karma and points',
    posts: 'your posts, including those deleted in the last 30 days',
    comments: 'your comments, including those deleted in the last 30 days',
    post_versions: 'former versions of your posts',
    comment_versions: 'former versions of your comments',
    poll_options: 'the answers of your polls, with their votes; those of an open poll only where you voted in it',
    votes: 'your votes: 1 up, -1 down, 0 taken back',
    poll_votes: 'your votes in polls',
    saved_posts: 'saved posts',
    visited_threads: 'threads that you read, and when last',
    hidden_posts: 'hidden posts',
    communities: 'communities that you are a member of',
    moderated_communities: 'communities that you moderate',
    moderator_invites: 'invitations to moderate, sent and received, not yet answered',
    created_communities: 'communities that your account created',
    following: 'people whom you follow',
    followers: 'people who follow you',
    blocked_users: 'people whom you block',
    messages: 'messages sent and received that have not vanished yet',
    modmail_threads: 'your conversations with moderators and admins',
    modmail_messages: 'messages of those conversations, and your answers as a moderator',
    notifications: 'notifications',
    notification_settings:
      'what you are notified about: off on the site, on by e-mail and by push, quiet hours, digest',
    push_subscriptions: 'devices that get push messages',
    thread_levels: 'threads with a notification level of their own',
    points: 'the history of your points',
    reports: 'your reports',
    reported_messages: 'private messages that we stored with your reports',
    decisions: 'decisions of moderators about you',
    appeals: 'your appeals against these decisions, and the answers',
    streams: 'your streams',
    uploads: 'files that were uploaded by your account',
    sessions: 'sessions, that is, devices on which the account is signed in',
    email_changes: 'changes of the e-mail address in the last days',
    passkeys: 'passkeys: names and dates',
    two_step_login: 'two-step login: since when',
    invites: 'invitations to the site that your account made',
    invited_by: 'the invitation by which your account was made',
    acceptances: 'which versions of the terms and the privacy policy you accepted, and when',
    staff_sessions: 'logins to the admin panel',
    staff_actions: 'what your account did as staff',
  },
}
