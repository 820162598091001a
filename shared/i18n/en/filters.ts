import { counted, formatNumber } from '../plural.ts'
import type { FilterTexts } from '../pl/filters.ts'

const things = (n: number) => counted('en', n, { one: 'post or comment', other: 'posts and comments' })

export const filters: FilterTexts = {
  title: 'Filters',
  lead:
    'A filter looks at each new or edited post and comment. What the moderators of this community write is not ' +
    'looked at.',
  siteTitle: 'Filters of the whole site',
  siteLead:
    'A filter looks at each new or edited post and comment in every community. What administrators write is not ' +
    'looked at.',
  loading: 'Loading the filters',
  failed: 'That could not be done',
  tryAgain: 'Try again',
  none: 'There are no filters yet.',
  more: 'Show more filters',
  on: 'on',
  off: 'off',
  hits: (n) => `Caught in the last 30 days: ${formatNumber('en', n)}`,
  enable: 'Switch on',
  enableOf: (name) => `Switch on: ${name}`,
  disable: 'Switch off',
  disableOf: (name) => `Switch off: ${name}`,
  edit: 'Edit',
  editOf: (name) => `Edit the filter: ${name}`,
  remove: 'Delete',
  removeOf: (name) => `Delete the filter: ${name}`,
  removeTitle: (name) => `Delete the filter “${name}”?`,
  removeText: 'What it has held, removed or reported stays as it is.',
  cancel: 'Cancel',
  enabled: (name) => `The filter “${name}” is on.`,
  disabled: (name) => `The filter “${name}” is off.`,
  removed: (name) => `The filter “${name}” has been deleted.`,
  saved: (name) => `The filter “${name}” has been saved.`,
  unchanged: 'Nothing has changed.',

  add: 'Add a filter',
  newFilter: 'New filter',
  change: (name) => `Edit the filter “${name}”`,
  name: 'Name of the filter',
  nameHint: 'Moderators see it in the queue.',
  action: 'What it does',
  actions: { hold: 'hold for a moderator', remove: 'remove and tell the author', report: 'report to the moderators' },
  all: 'All of these must hold',
  any: 'At least one of these must hold',
  addAll: 'Add a required condition',
  addAny: 'Add an alternative condition',
  field: (n) => `Condition ${n}: look at`,
  op: (n) => `Condition ${n}: compare`,
  value: (n) => `Condition ${n}: value`,
  removeCondition: (n) => `Delete condition ${n}`,
  fields: {
    title: 'title of the post',
    text: 'text',
    link_domain: 'domain of a link',
    author_age_days: 'age of the account in days',
    author_karma: 'karma of the author',
    author_trust: 'trust level of the author',
    links: 'number of links',
    is_first_post: 'first post of the author',
    mentions: 'number of mentions',
  },
  ops: {
    contains: 'contains',
    word: 'contains the word',
    regex: 'matches the pattern',
    is: 'equals',
    less: 'less than',
    more: 'more than',
  },
  regexHint: 'A regular expression in RE2 syntax. Upper and lower case are the same.',
  nameless: 'Give the filter a name.',
  withoutConditions: 'Add at least one condition.',
  incomplete: (n) => `Enter the value of condition ${n}.`,
  submit: 'Save the filter',

  test: 'Test on what has been written',
  days: 'Period of the test',
  daysOf: (n) => counted('en', n, { one: 'day', other: 'days' }),
  testing: 'Testing',
  tested: (checked, matched, isCut) =>
    `${things(checked)} checked${isCut ? ', only the newest' : ''}. The filter would have caught ` +
    `${formatNumber('en', matched)}.`,
  samples: 'The newest of them',
  post: 'post',
  comment: 'comment',
  nobody: '[deleted]',

  broadTitle: 'Switch it on all the same?',
  broadText: (checked, matched) =>
    `This filter would have caught ${formatNumber('en', matched)} of ${formatNumber('en', checked)} posts and ` +
    'comments of the last week, which is more than a fifth.',
  broadConfirm: 'Switch on',
  afterForm: { create: 'The filter was added.', edit: 'The filter was changed.', remove: 'The filter was removed.' },
}
