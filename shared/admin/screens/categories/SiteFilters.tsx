import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Filters } from '../../community/Filters.tsx'
import { Hooks } from '../../community/Hooks.tsx'
import { useAdmin } from '../../kit/context.ts'
import { useTools } from './useTools.tsx'

export function SiteFilters({ onBack }: { onBack: () => void }) {
  const { api, t } = useAdmin()
  const tools = useTools(null)
  const text = useTexts('filters')
  const hookTexts = useTexts('hooks')
  return (
    <section className="admin__section community-page">
      <div className="form__actions">
        <h2 className="community-page__title">{text.siteTitle}</h2>
        <Button onClick={onBack}>{t.categories.toList}</Button>
      </div>
      <p className="settings__lead">{text.siteLead}</p>
      <Filters categoryId={null} calls={api.filters} tools={tools} />
      <h3>{hookTexts.title}</h3>
      <p className="settings__lead">{hookTexts.lead}</p>
      <Hooks categoryId={null} calls={api.hooks} tools={tools} />
    </section>
  )
}
