import { textsFor } from '#shared/texts.ts'
import type { ComponentType } from 'react'
import { definePage, type LoadArgs } from '#site/core/page.ts'
import { orLogin } from '#site/core/errors.ts'
import { SettingsFrame, type Section } from './SettingsFrame.tsx'

type Content<Data> = { load: (args: LoadArgs) => Promise<Data>; View: ComponentType<{ data: Data }> }

export function settingsPage<Data>(section: Section, { load, View }: Content<Data>) {
  return definePage<Data>({
    guard: 'user',
    load: (args) => orLogin(load(args), args.path),
    meta: (_, { t }) => ({ title: textsFor(t.lang, 'settings').sections[section].name, noindex: true }),
    View: ({ data }) => (
      <SettingsFrame section={section}>
        <View data={data} />
      </SettingsFrame>
    ),
  })
}
