import { useAdmin } from '../../kit/context.ts'
import type { BotConfigData } from './BotFacts.tsx'

const SETTINGS = ['AI_PROVIDER', 'AI_MODEL', 'OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'OLLAMA_URL', 'BOT_USERNAME']

export function BotConfig({ config }: { config: BotConfigData }) {
  const { t } = useAdmin()

  return (
    <section className="admin__section" aria-labelledby="bot-config">
      <h2 id="bot-config">{t.bot.config}</h2>
      <dl className="facts">
        <div className="facts__item">
          <dt>{t.bot.available}</dt>
          <dd className="facts__tags">
            {config.available_providers.map((name) => (
              <span key={name} className={name === config.ai_provider ? 'tag tag--accent' : 'tag'}>
                {name}
                {name === config.ai_provider && <span className="visually-hidden"> ({t.bot.current})</span>}
              </span>
            ))}
          </dd>
        </div>
      </dl>
      <p className="admin__none">
        {t.bot.hint}{' '}
        {SETTINGS.map((name, at) => (
          <span key={name}>
            {at > 0 && ', '}
            <code>{name}</code>
          </span>
        ))}
        .
      </p>
    </section>
  )
}
