/** Texts of the page with captions and description of a video. */
export const transcripts = {
  title: 'Transkrypcja filmu',
  titleOf: (post: string) => `Transkrypcja filmu: ${post}`,
  description: 'Opis filmu',
  captions: 'Napisy',
  none: 'Ten film nie ma napisów.',
}
