export const deletion = {
  question: (type: string) => `Czy na pewno chcesz usunąć ten ${type}?`,
  types: { post: 'post', comment: 'komentarz', stream: 'stream', profile: 'profil', category: 'dział' },
  yes: 'Usuń',
  byStaff: 'Skasuj',
  byStaffText:
    'Zniknie całkiem i bez podania powodu. Autor dowie się, że to skasowano. Miejsce i powód zostawia „Zdejmij z ' +
    'powodem”.',
  no: 'Anuluj',
}
