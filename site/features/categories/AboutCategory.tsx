import ChevronRight from 'lucide/dist/esm/icons/chevron-right.mjs'
import type { AuthorRef, Rule } from '#shared/api/shapes.ts'
import { paths } from '#shared/paths.ts'
import { avatarOf } from '#shared/rules/media-url.ts'
import { Avatar } from '#shared/ui/Avatar.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { useSite } from '#site/core/site-context.tsx'

export function AboutCategory({ name, rules, moderators }: { name: string; rules: Rule[]; moderators: AuthorRef[] }) {
  const { t: texts, site } = useSite()
  const t = texts.categories
  return (
    <details className="sheet about">
      <summary className="about__summary">
        <Icon of={ChevronRight} size={18} />
        {t.about}
      </summary>
      <div className="about__content">
        {rules.length > 0 && (
          <section>
            <h2 className="about__heading">{t.rules}</h2>
            <ol className="about__rules">
              {rules.map(({ id, title, text }) => (
                <li key={id}>
                  <strong>{title}</strong>
                  {text !== '' && <p>{text}</p>}
                </li>
              ))}
            </ol>
          </section>
        )}
        <section>
          <h2 className="about__heading">{t.moderators}</h2>
          {moderators.length === 0 && <p>{t.noModerators}</p>}
          <ul className="about__people">
            {moderators.map(({ id, username, avatar_url }) => (
              <li key={id}>
                <a href={paths.user(username)}>
                  <Avatar name={username} src={avatarOf(avatar_url)} />
                  {`u/${username}`}
                </a>
              </li>
            ))}
          </ul>
          {site.features.public_log && (
            <a className="action" href={paths.categoryLog(name)}>
              {t.log}
            </a>
          )}
        </section>
      </div>
    </details>
  )
}
