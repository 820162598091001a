import type { Texts } from '../pl.ts'

export const keyboard: Texts['keyboard'] = {
  title: 'Keyboard shortcuts',
  loadFailed: 'Keyboard shortcuts could not be loaded. Please press again.',
  keys: {
    j: 'next post or comment',
    k: 'previous post or comment',
    enter: 'open the marked post',
    nextSibling: 'next comment on the same level',
    previousSibling: 'previous comment on the same level',
    parent: 'parent comment',
    n: 'next comment since your last visit',
    p: 'previous comment since your last visit',
    r: 'mark the notification as read',
    a: 'upvote',
    z: 'downvote',
    s: 'save the post, or take it back',
    slash: 'search',
    help: 'this help',
  },
  nothingThere: 'Nothing further.',
  enterKey: 'Enter',
  switch: 'Shortcuts of a single key',
  switchHint:
    'Switch them off if they get in the way of dictation or a screen reader. This help always opens from the ' +
    'foot of the page.',
}
