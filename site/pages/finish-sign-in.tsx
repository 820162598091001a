import { Link, redirect } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { textsFor, useTexts } from '#shared/texts.ts'
import { buttonClass } from '#shared/ui/button-class.ts'
import { Notice } from '#shared/ui/Notice.tsx'
import { definePage } from '#site/core/page.ts'
import { AuthSheet } from '#site/features/auth/AuthSheet.tsx'
import { enter } from '#site/features/auth/session-changes.ts'
import { SecondStep } from '#site/features/factors/SecondStep.tsx'
import { LinkForm } from '#site/features/sign-in-services/LinkForm.tsx'
import { RegisterByService } from '#site/features/sign-in-services/RegisterByService.tsx'

const DONE = ['awaiting_approval', 'verification_sent'] as const

/** After the return from a sign-in service, asks to register, to link an account or for a second factor. */
export const page = definePage({
  load: async ({ api, query, isSignedIn }) => {
    const done = DONE.find((each) => each === query.get('done')) ?? null
    const [{ pending }, info] = await Promise.all([api.signInServices.pending(), api.auth.registration()])
    if (done === null && pending?.step === 'second_factor' && isSignedIn()) throw redirect(pending.next)
    return { done, pending, info }
  },
  meta: (_, { t }) => ({ title: textsFor(t.lang, 'signInServices').finish.title, noindex: true }),
  View: function FinishSignIn({ data: { done, pending, info } }) {
    const text = useTexts('signInServices').finish
    const screens = useTexts('authScreens').register
    if (done !== null)
      return (
        <AuthSheet title={text.title}>
          <Notice kind="success" role="status">
            {text[done]}
          </Notice>
        </AuthSheet>
      )
    if (pending === null)
      return (
        <AuthSheet title={text.title}>
          <Notice kind="warning">{text.expired}</Notice>
          <Link className={buttonClass('primary', 'large', true)} to={paths.login()}>
            {text.again}
          </Link>
        </AuthSheet>
      )
    switch (pending.step) {
      case 'second_factor':
        return (
          <AuthSheet title={text.title}>
            <SecondStep
              challenge={pending.challenge!}
              next={pending.next}
              onSession={async (session) => void (await enter(session, false, pending.next))}
              onBack={() => location.assign(paths.login(pending.next))}
            />
          </AuthSheet>
        )
      case 'link':
        return (
          <AuthSheet title={text.title}>
            <LinkForm pending={pending} />
          </AuthSheet>
        )
      case 'sign_in':
        return (
          <AuthSheet title={text.title} lead={text.signInLead(pending.email!)}>
            <Link className={buttonClass('primary', 'large', true)} to={paths.login(paths.finishSignIn())}>
              {text.signIn}
            </Link>
          </AuthSheet>
        )
      case 'register':
        return (
          <AuthSheet title={text.title} lead={text.registerLead(pending.name)}>
            {info.registration === 'approval' && <Notice>{screens.approval}</Notice>}
            {info.registration === 'closed' ? (
              <>
                <Notice>{screens.closed}</Notice>
                <p>
                  {text.haveAccount}{' '}
                  <Link className="auth__link" to={paths.login(paths.finishSignIn())}>
                    {text.linkIt}
                  </Link>
                </p>
              </>
            ) : (
              <RegisterByService pending={pending} info={info} />
            )}
          </AuthSheet>
        )
    }
  },
})
