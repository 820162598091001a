export const deletion = {
  question: (type: string) => `Czy na pewno chcesz usunąć ten ${type}?`,
  types: { post: 'post', comment: 'komentarz', stream: 'stream', profile: 'profil', category: 'dział' },
  yes: 'Usuń',
  no: 'Anuluj',
}
