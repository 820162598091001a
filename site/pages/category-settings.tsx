import { Link, useNavigate } from 'react-router-dom'
import ChevronLeft from 'lucide/dist/esm/icons/chevron-left.mjs'
import { Filters } from '#shared/admin/community/Filters.tsx'
import { Flairs } from '#shared/admin/community/Flairs.tsx'
import { Hooks } from '#shared/admin/community/Hooks.tsx'
import { Moderators } from '#shared/admin/community/Moderators.tsx'
import { Rules } from '#shared/admin/community/Rules.tsx'
import { paths } from '#shared/paths.ts'
import { textsFor, useTexts } from '#shared/texts.ts'
import { Icon } from '#shared/ui/Icon.tsx'
import { orLogin, PageError } from '#site/core/errors.ts'
import { definePage } from '#site/core/page.ts'
import { isNeutral, otherVariant } from '#site/core/variant-guard.ts'
import { LookForm } from '#site/features/categories/LookForm.tsx'
import { WritingForm } from '#site/features/categories/WritingForm.tsx'
import { filtersApi, hooksApi } from '#site/features/moderation/api.ts'
import { useTools } from '#site/features/moderators/useTools.tsx'
import { SettingsPart } from '#site/features/settings/SettingsFrame.tsx'
import { NeutralPage } from '#site/features/variant/NeutralPage.tsx'

export const page = definePage({
  guard: 'user',
  load: async (args) => {
    const { api, params, path } = args
    const category = await api.categories.byName({ name: params.name! })
    const neutral = otherVariant(args, category.is_nsfw)
    if (neutral) return neutral
    const category_id = category.id
    const [{ is_moderator }, moderators, { rules }, { flairs }] = await orLogin(
      Promise.all([
        api.categories.membership({ category_id }),
        api.moderators.list({ category_id }),
        api.categories.rules({ category_id }),
        api.categories.flairs({ category_id }),
      ]),
      path,
    )
    if (!is_moderator) throw new PageError(403, 'not_staff')
    return { category, moderators, rules, flairs }
  },
  meta: (data, { t }) => ({
    title: isNeutral(data) ? t.app.adultTitle : textsFor(t.lang, 'community').settings,
    noindex: true,
  }),
  View: function CategorySettings({ data }) {
    const texts = useTexts('filters')
    const text = useTexts('community')
    const hookTexts = useTexts('hooks')
    const { queue } = useTexts('moderation')
    const tools = useTools()
    const navigate = useNavigate()
    if (isNeutral(data)) return <NeutralPage path={data.path} />
    const { category, moderators, rules, flairs } = data
    const home = paths.category(category.name)
    return (
      <main id="main" tabIndex={-1} className="community-settings">
        <Link className="settings__back" to={home}>
          <Icon of={ChevronLeft} size={20} />
          {text.back(category.name)}
        </Link>
        <h1 className="settings__title">{text.settings}</h1>
        <p className="no-js-only">
          <a href={paths.categoryQueue(category.name)}>{queue.title(category.name)}</a>
        </p>
        <SettingsPart title={text.look.title}>
          <LookForm key={category.id} category={category} />
        </SettingsPart>
        <SettingsPart title={text.writing.title}>
          <WritingForm key={category.id} category={category} />
        </SettingsPart>
        <SettingsPart title={text.rules.title} lead={text.rules.lead}>
          <Rules key={category.id} categoryId={category.id} loaded={rules} tools={tools} />
        </SettingsPart>
        <SettingsPart title={text.flairs.title} lead={text.flairs.lead}>
          <Flairs key={category.id} categoryId={category.id} loaded={flairs} tools={tools} />
        </SettingsPart>
        <SettingsPart title={text.moderators.title} lead={text.moderators.lead}>
          <Moderators
            key={category.id}
            categoryId={category.id}
            loaded={moderators}
            tools={tools}
            onSteppedDown={() => void navigate(home)}
          />
        </SettingsPart>
        <SettingsPart title={texts.title} lead={texts.lead}>
          <p className="no-js-only">
            <a href={paths.categoryFilters(category.name)}>{queue.filters}</a>
          </p>
          <Filters key={category.id} categoryId={category.id} calls={filtersApi} tools={tools} />
        </SettingsPart>
        <SettingsPart title={hookTexts.title} lead={hookTexts.lead}>
          <p className="no-js-only">
            <a href={paths.categoryHooks(category.name)}>{hookTexts.titleOf(category.name)}</a>
          </p>
          <Hooks key={category.id} categoryId={category.id} calls={hooksApi} tools={tools} />
        </SettingsPart>
      </main>
    )
  },
})
