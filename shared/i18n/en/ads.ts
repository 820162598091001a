import type { Texts } from '../pl.ts'

export const ads: Texts['ads'] = {
  ad: 'Advertisement',
  label: 'House promotion',
  register: { text: 'Reading without an account? With one you can vote and comment.', link: 'Create an account' },
  category: { text: 'A topic that is not here yet?', link: 'Create your own community' },
  browse: { text: 'Looking for people who share your interests?', link: 'Browse communities' },
  saved: { text: 'No time now? Save a post and come back to it later.', link: 'Saved posts' },
  submit: { text: 'Do you know something that others could use?', link: 'Write a post' },
  messages: { text: 'Talk in private: messages vanish after they were read.', link: 'Write to somebody' },
  points: { text: 'You earn points for posts and comments.', link: 'See your points' },
}
