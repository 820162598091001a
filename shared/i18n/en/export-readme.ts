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
}
