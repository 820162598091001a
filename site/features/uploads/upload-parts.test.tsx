import { expect, test } from 'bun:test'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { catalog } from '#shared/i18n/index.ts'
import { LangProvider, loadAllTexts } from '#shared/texts.ts'
import type { Runtime } from '#site/core/page.ts'
import { SiteProvider } from '#site/core/site-context.tsx'
import {
  stepOf,
  UploadFailureNotice,
  UploadInvitation,
  UploadPreview,
  UploadProgress,
  UploadStatus,
} from './upload-parts.tsx'

await loadAllTexts('pl', catalog('pl').features)

const html = (part: ReactNode) =>
  renderToStaticMarkup(
    <SiteProvider value={{ t: catalog('pl') } as unknown as Runtime}>
      <LangProvider value="pl">{part}</LangProvider>
    </SiteProvider>,
  )
const nothing = () => {}

test('an upload goes through the steps empty, sending, checking and ready', () => {
  const at = (share: number) => ({ name: 'rower.png', share })
  expect([stepOf(null, null), stepOf(at(0), null), stepOf(at(1), null), stepOf(null, '/media/i/a.webp')]).toEqual([
    'empty',
    'sending',
    'checking',
    'ready',
  ])
})

test('a failed upload offers a retry only if one is possible', () => {
  expect(html(<UploadFailureNotice failure={{ text: 'Za duży', retry: nothing }} />)).toContain('Spróbuj ponownie')
  expect(html(<UploadFailureNotice failure={{ text: 'Za duży', retry: null }} />)).not.toContain('<button')
})

test('upload button and preview differ for videos and pictures', () => {
  expect(html(<UploadInvitation kind="video" name="video_url" multiple={false} onChoose={nothing} />)).toContain(
    'Wybierz film',
  )
  expect(html(<UploadInvitation kind="image" name="image_url" multiple={false} onChoose={nothing} />)).toContain(
    'Wybierz obraz',
  )
  expect(html(<UploadPreview kind="video" name="video_url" url="/media/v/a.mp4" onRemove={nothing} />)).toContain(
    '<video',
  )
  expect(html(<UploadPreview kind="image" name="image_url" url="/media/i/a-2x2.webp" onRemove={nothing} />)).toContain(
    '<img',
  )
})

test('upload progress is shown in whole percent', () => {
  expect(html(<UploadProgress sending={{ name: 'a', share: 0.336 }} onCancel={nothing} />)).toContain('34%')
})

test('the upload status is visible only while the server checks the file', () => {
  expect(html(<UploadStatus step="checking" />)).toBe('<p role="status">Sprawdzamy plik…</p>')
  expect(html(<UploadStatus step="ready" />)).toContain('visually-hidden')
})
