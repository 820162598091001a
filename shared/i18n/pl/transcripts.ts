export const transcripts = {
  title: 'Transkrypcja filmu',
  titleOf: (post: string) => `Transkrypcja filmu: ${post}`,
  description: 'Opis filmu',
  captions: 'Napisy',
  none: 'Ten film nie ma napisów.',
}
