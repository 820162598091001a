import Check from 'lucide/dist/esm/icons/check.mjs'
import X from 'lucide/dist/esm/icons/x.mjs'
import type { ReactNode } from 'react'
import type { ConsentRequest, DeviceRequest } from '#shared/api/oauth.ts'
import { paths } from '#shared/paths.ts'
import { formPath } from '#shared/rules/forms.ts'
import { useTexts } from '#shared/texts.ts'
import { buttonClass } from '#shared/ui/button-class.ts'
import { Icon } from '#shared/ui/Icon.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { FormFields } from '#site/core/CallForm.tsx'
import { useSite } from '#site/core/site-context.tsx'
import { AuthSheet } from '../auth/AuthSheet.tsx'

/** The application cannot be sent the error, because its redirect URL is not trusted. */
export function RequestProblem({ problem }: { problem: 'client' | 'redirect_uri' | 'request' }) {
  const text = useTexts('oauth')
  return (
    <AuthSheet title={text.problemTitle} lead={text.problems[problem]}>
      <p>{text.problemHint}</p>
    </AuthSheet>
  )
}

/** The page has plain forms even with JavaScript, because their responses redirect to the application. */
export function Consent({ request, query }: { request: ConsentRequest; query: string }) {
  const { failed_form } = useSite()
  return (
    <>
      {request.step === 'sign_in' ? (
        <SignInAgain request={request} query={query} />
      ) : (
        <Question request={request} query={query}>
          {failed_form?.call === 'oauth.decide' && failed_form.message !== '' && (
            <Notice kind="danger" role="alert">
              {failed_form.message}
            </Notice>
          )}
        </Question>
      )}
    </>
  )
}

function Question({ request, query, children }: { request: ConsentRequest; query: string; children: ReactNode }) {
  const text = useTexts('oauth')
  return (
    <AskedSheet asked={request}>
      {children}
      <p className="consent__note">
        <Returns to={request.returns_to} /> {text.end}
      </p>
      <div className="consent__actions">
        <Decision query={query} decision="deny" />
        <Decision query={query} decision="allow" />
      </div>
    </AskedSheet>
  )
}

export function AskedSheet({ asked, children }: { asked: DeviceRequest; children: ReactNode }) {
  const { viewer } = useSite()
  const text = useTexts('oauth')
  const { application, scopes, missing } = asked
  return (
    <AuthSheet title={text.ask(application.name)} lead={text.lead(application.name, viewer?.username ?? '')}>
      <ApplicationFacts application={application} />
      <section className="consent__part">
        <h2 className="auth__subtitle">{text.getsTitle}</h2>
        <ul className="consent__list">
          {scopes.map((scope) => (
            <li key={scope}>
              <Icon of={Check} size={18} />
              {text.gets[scope]}
            </li>
          ))}
        </ul>
      </section>
      <section className="consent__part consent__part--missing">
        <h2 className="auth__subtitle">{text.missingTitle}</h2>
        <ul className="consent__list">
          <li>
            <Icon of={X} size={18} />
            {text.never}
          </li>
          {missing.map((scope) => (
            <li key={scope}>
              <Icon of={X} size={18} />
              {text.missing[scope]}
            </li>
          ))}
        </ul>
      </section>
      {children}
    </AuthSheet>
  )
}

function ApplicationFacts({ application: { url, owner } }: Pick<ConsentRequest, 'application'>) {
  const text = useTexts('oauth')
  return (
    <dl className="auth__facts consent__part">
      <div>
        <dt>{text.address}</dt>
        <dd>{url}</dd>
      </div>
      <div>
        {owner === null ? (
          <dd>{text.noOwner}</dd>
        ) : (
          <>
            <dt>{text.owner}</dt>
            <dd>
              <a href={paths.user(owner)}>{owner}</a>
            </dd>
          </>
        )}
      </div>
    </dl>
  )
}

const isOfThisDevice = (place: string) =>
  !/^https?:/.test(place) || /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|$)/.test(place)

function Returns({ to }: { to: string }) {
  const text = useTexts('oauth')
  return isOfThisDevice(to) ? text.returnsToProgram : text.returns(to.replace(/^https:\/\//, ''))
}

function Decision({ query, decision, label }: { query: string; decision: 'allow' | 'deny'; label?: string }) {
  const text = useTexts('oauth')
  return (
    <form method="post" action={formPath('oauth.decide')}>
      <FormFields fields={{ request: query, decision }} />
      <button type="submit" className={buttonClass(decision === 'allow' ? 'primary' : 'secondary', 'large', true)}>
        {label ?? text[decision]}
      </button>
    </form>
  )
}

/** Logs the member out before the login page, so that somebody else at the device must enter the password. */
function SignInAgain({ request, query }: { request: ConsentRequest; query: string }) {
  const text = useTexts('oauth').signIn
  return (
    <AuthSheet title={text.title} lead={text.lead(request.application.name)}>
      <div className="consent__actions">
        <Decision query={query} decision="deny" label={text.cancel} />
        <form method="post" action={formPath('auth.logout')}>
          <FormFields next={paths.login(request.path)} />
          <button type="submit" className={buttonClass('primary', 'large', true)}>
            {text.submit}
          </button>
        </form>
      </div>
    </AuthSheet>
  )
}
