import type { BackupMailTexts } from '../pl/backup-mail.ts'

export const backupMail: BackupMailTexts = {
  subject: (site) => `The backups of ${site} need attention`,
  problems: {
    backup_failed: 'A backup could not be made.',
    backup_late: 'No backup has been made for two days.',
    proof_failed: 'The newest backup could not be restored into a scratch database. It may be damaged.',
    proof_late: 'No backup has been checked for two days.',
  },
  reason: (error) => `Reason: ${error}`,
  button: 'Open the panel',
  once: 'We write about this once a day until it is mended.',
}
