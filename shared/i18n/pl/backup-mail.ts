export const backupMail = {
  subject: (site: string) => `Kopie zapasowe serwisu ${site} wymagają uwagi`,
  problems: {
    backup_failed: 'Nie udało się zrobić kopii zapasowej.',
    backup_late: 'Od dwóch dni nie powstała żadna kopia zapasowa.',
    proof_failed: 'Nie udało się odtworzyć najnowszej kopii zapasowej w bazie próbnej. Być może jest uszkodzona.',
    proof_late: 'Od dwóch dni żadna kopia zapasowa nie została sprawdzona.',
  },
  reason: (error: string) => `Powód: ${error}`,
  button: 'Otwórz panel',
  once: 'Dopóki coś jest nie tak, piszemy o tym raz dziennie.',
}

export type BackupMailTexts = typeof backupMail
