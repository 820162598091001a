import type { postPage as pl } from '../pl/post-page.ts'

export const postPage: typeof pl = {
  description: (community) => `A conversation in r/${community}.`,
  text: 'Text of the post',
  share: 'Share',
  shared: 'Link copied',
  shareFailed: 'Failed to copy the link. Copy the address from your browser.',
  moderate: 'Moderation',
  report: 'Report',
  addCaptions: 'Add captions and a description',
  edit: 'Edit',
  remove: 'Delete',
  removed: 'Post deleted',
  removeFailed: 'Failed to delete post',
  gone: 'This post has just been removed.',
  save: 'Save changes',
  cancel: 'Cancel',
  working: 'Saving',
  editFailed: 'Failed to save changes',
  editing: 'Edit post',
  thread: { open: 'Notify me', label: 'Thread notifications', loadFailed: 'Could not load the thread notifications.' },
}
