import { Link } from 'react-router-dom'
import type { Application } from '#shared/api/oauth.ts'
import type { PortalOverview } from '#shared/api/portal.ts'
import { paths } from '#shared/paths.ts'
import { useTexts } from '#shared/texts.ts'
import { Fold } from '#shared/ui/Fold.tsx'
import { useSite } from '#site/core/site-context.tsx'
import { Applications } from '../oauth/Applications.tsx'
import { TryOut } from './TryOut.tsx'

export function Overview({ overview, applications }: { overview: PortalOverview; applications: Application[] | null }) {
  const { groups, scopes, errors, events, hook_events, versions } = overview
  const texts = useTexts('devInfo')
  const { site } = useSite()
  return (
    <div className="sheet sheet__pad portal">
      <div className="prose">
        <p>{texts.text(site.name)}</p>
        <ul>
          <li>
            {texts.version}: {site.version}
          </li>
          <li>
            <a href="/api/openapi.json">{texts.openApi}</a>
          </li>
          <li>
            <a href="/feed.xml">{texts.feed}</a>
          </li>
          <li>
            <a href={`mailto:${site.support_email}`}>{site.support_email}</a>
          </li>
        </ul>
      </div>
      <section className="prose">
        <h2>{texts.start.title}</h2>
        <p>{texts.start.text}</p>
        <p>{texts.start.repeat}</p>
      </section>
      <Applications loaded={applications} />
      <Calls groups={groups} />
      <Scopes scopes={scopes} />
      <section className="prose">
        <h2>{texts.limits.title}</h2>
        <p>{texts.limits.text}</p>
      </section>
      <Errors errors={errors} />
      <Events events={events} />
      {hook_events.length > 0 && <Hooks hook_events={hook_events} />}
      <Changes versions={versions} />
      <TryOut group={null} />
    </div>
  )
}

function Calls({ groups }: Pick<PortalOverview, 'groups'>) {
  const texts = useTexts('devInfo')
  return (
    <section>
      <h2>{texts.calls.title}</h2>
      <p className="prose">{texts.calls.text}</p>
      {groups.map(({ name, calls }) => (
        <Fold key={name} label={`${name} (${calls.length})`}>
          <ul className="portal__calls">
            {calls.map((call) => (
              <li key={call.name}>
                <Link to={`${paths.devInfo(name)}#${call.name}`}>
                  <code>
                    {call.method} {call.path}
                  </code>
                </Link>
                <span lang="en">{call.summary}</span>
                <small>
                  {texts.access[call.access]}
                  {call.scope !== null && ` · ${call.scope}`}
                </small>
              </li>
            ))}
          </ul>
        </Fold>
      ))}
    </section>
  )
}

function Scopes({ scopes }: Pick<PortalOverview, 'scopes'>) {
  const texts = useTexts('devInfo')
  return (
    <section>
      <h2>{texts.scopes.title}</h2>
      <p className="prose">{texts.scopes.text}</p>
      <dl className="portal__terms">
        {scopes.map((scope) => (
          <div key={scope}>
            <dt>
              <code>{scope}</code>
            </dt>
            <dd>{texts.scopes.names[scope]}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Errors({ errors }: Pick<PortalOverview, 'errors'>) {
  const texts = useTexts('devInfo')
  return (
    <section>
      <h2>{texts.errors.title}</h2>
      <p className="prose">{texts.errors.text}</p>
      <Fold label={`${texts.errors.label} (${errors.length})`}>
        <dl className="portal__terms">
          {errors.map(({ code, status, detail }) => (
            <div key={code}>
              <dt>
                <code>
                  {status} {code}
                </code>
              </dt>
              <dd>{detail}</dd>
            </div>
          ))}
        </dl>
      </Fold>
    </section>
  )
}

function Events({ events }: Pick<PortalOverview, 'events'>) {
  const texts = useTexts('devInfo')
  return (
    <section>
      <h2>{texts.events.title}</h2>
      <p className="prose">{texts.events.text}</p>
      <dl className="portal__terms">
        {events.map(({ name, fields }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              <code>{`{${fields.join(', ')}}`}</code>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Hooks({ hook_events }: Pick<PortalOverview, 'hook_events'>) {
  const texts = useTexts('devInfo')
  return (
    <section className="prose">
      <h2>{texts.hooks.title}</h2>
      <p>{texts.hooks.text}</p>
      <ul>
        {hook_events.map((event) => (
          <li key={event}>
            <code>{event}</code>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Changes({ versions }: Pick<PortalOverview, 'versions'>) {
  const texts = useTexts('devInfo')
  return (
    <section className="prose">
      <h2>{texts.changes.title}</h2>
      <p>{texts.changes.text}</p>
      {versions.map(({ date, changes }) => (
        <div key={date}>
          <h3>
            <time dateTime={date}>{date}</time>
          </h3>
          <ul>
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
