import { Hono } from 'hono'
import { catalog } from '#shared/i18n/index.ts'
import { paths } from '#shared/paths.ts'
import type { Services } from '#server/context.ts'
import { iconVersion } from '#server/features/settings/icons/icons.ts'
import type { HttpEnv } from '#server/http/request.ts'
import { themeColors } from './theme-colors.ts'

export function appRoutes(services: Services): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>({ strict: false })
  app.get('/manifest.webmanifest', (c) => {
    const manifest = manifestOf(services, c.var)
    return new Response(JSON.stringify(manifest), {
      headers: {
        'Content-Type': 'application/manifest+json; charset=utf-8',
        'Cache-Control': 'no-cache',
        Vary: 'Cookie',
      },
    })
  })
  // The service worker handles shared texts and pictures; this fallback for browsers without one takes only the text.
  app.post('/share', async (c) => {
    const shared = await c.req.parseBody().catch((): Record<string, unknown> => ({}))
    const text = (name: string) => (typeof shared[name] === 'string' ? shared[name].slice(0, MAX_SHARED) : '')
    return c.redirect(paths.shared({ title: text('title'), text: text('text'), url: text('url') }), 303)
  })
  return app
}

const MAX_SHARED = 2_000

type Reader = Pick<HttpEnv['Variables'], 'variant' | 'lang'>

function manifestOf({ settings }: Services, { variant, lang }: Reader) {
  const values = settings.values()
  const { site_name: name, icon, accent } = values
  const description = values[`tagline_${lang}`]
  const { layout } = catalog(lang)
  const version = iconVersion(icon)
  const colors = themeColors(accent)[variant]
  const image = (file: string, sides: number, purpose: string) => ({
    src: `/icons/${file}-${sides}.png?v=${version}`,
    sizes: `${sides}x${sides}`,
    type: 'image/png',
    purpose,
  })
  const shortcut = (title: string, url: string) => ({ name: title, url, icons: [image('icon', 192, 'any')] })
  return {
    id: '/',
    name,
    short_name: name.slice(0, 12).trim(),
    ...(description && { description }),
    lang,
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: colors.theme,
    background_color: colors.ground,
    icons: [192, 512].flatMap((side) => [image('icon', side, 'any'), image('icon-maskable', side, 'maskable')]),
    shortcuts: [
      shortcut(layout.newPost, paths.submit()),
      shortcut(layout.notifications, paths.notifications()),
      shortcut(layout.messages, paths.messages()),
    ],
    share_target: {
      action: '/share',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { title: 'title', text: 'text', url: 'url', files: [{ name: 'pictures', accept: ['image/*'] }] },
    },
  }
}
