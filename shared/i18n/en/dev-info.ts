import type { devInfo as pl } from '../pl/dev-info.ts'

export const devInfo: typeof pl = {
  title: 'For developers',
  text: (site) => `${site} has an open JSON API. All calls are described by the OpenAPI document.`,
  version: 'Version',
  openApi: 'OpenAPI document',
  feed: 'Atom feed of the newest posts',
}
