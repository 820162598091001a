export const HOOK_EVENTS = [
  'post.created',
  'post.edited',
  'post.removed',
  'comment.created',
  'comment.edited',
  'comment.removed',
  'member.joined',
  'report.created',
  'decision.made',
  'user.registered',
] as const
export type HookEvent = (typeof HOOK_EVENTS)[number]

/** Events that are not sent to web hooks of communities. */
export const SITE_EVENTS: readonly HookEvent[] = ['user.registered']

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const
