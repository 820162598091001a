import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { textsFor, useTexts } from '#shared/texts.ts'
import { buttonClass } from '#shared/ui/button-class.ts'
import { Notice } from '#shared/ui/Notice.tsx'
import { failureText } from '#site/core/call-failed.ts'
import { definePage } from '#site/core/page.ts'
import { VerifyForm } from '#site/features/auth/VerifyForm.tsx'
import { useSite } from '#site/core/site-context.tsx'
import { AuthSheet } from '#site/features/auth/AuthSheet.tsx'
import { endSession } from '#site/features/auth/session-changes.ts'
import { isNameTaken, NameTaken } from '#site/features/auth/NameTaken.tsx'
import { verifyOnce } from '#site/features/auth/verify-once.ts'

type State =
  | { kind: 'loading' }
  | { kind: 'success' | 'already_verified'; username: string }
  | { kind: 'name_taken' }
  | { kind: 'error'; text: string }

export const page = definePage({
  load: ({ query }) => ({ token: query.get('token')?.trim() ?? '' }),
  meta: (_, { t }) => ({ title: textsFor(t.lang, 'authScreens').verify.title, noindex: true }),
  View: function VerifyEmail({ data: { token } }) {
    const texts = useTexts('authScreens')
    const { api } = useSite()
    const text = useTexts('authScreens').verify
    const [state, setState] = useState<State>(
      token === '' ? { kind: 'error', text: text.missingToken } : { kind: 'loading' },
    )

    useEffect(() => {
      if (token === '') return
      verifyOnce(api, { token }).then(
        ({ username, already_verified, access_token }) => {
          // This page must not sign the reader in, so the login session that the server opened is ended.
          if (access_token !== null) void endSession(access_token)
          setState({ kind: already_verified ? 'already_verified' : 'success', username })
        },
        (error: unknown) =>
          setState(
            isNameTaken(error) ? { kind: 'name_taken' } : { kind: 'error', text: failureText(error, text.failed) },
          ),
      )
    }, [api, token, text])

    switch (state.kind) {
      case 'loading':
        return (
          <AuthSheet title={text.title}>
            <VerifyForm fields={{ token }} next={paths.login()} />
            <Notice role="status">{text.loading}</Notice>
          </AuthSheet>
        )
      case 'name_taken':
        return <NameTaken />
      case 'error':
        return (
          <AuthSheet
            title={text.errorTitle}
            foot={
              <Link className="auth__link" to={paths.login()}>
                {texts.backToLogin}
              </Link>
            }>
            <Notice kind="danger" role="alert">
              {state.text}
            </Notice>
            <Link className={buttonClass('primary', 'large', true)} to={paths.verifyEmailSent()}>
              {text.newLink}
            </Link>
          </AuthSheet>
        )
      default: {
        const isFirst = state.kind === 'success'
        return (
          <AuthSheet title={isFirst ? text.successTitle : text.alreadyTitle}>
            <Notice kind={isFirst ? 'success' : 'info'} role="status">
              {(isFirst ? text.success : text.already)(state.username)}
            </Notice>
            <Link className={buttonClass('primary', 'large', true)} to={paths.login()}>
              {texts.login.submit}
            </Link>
          </AuthSheet>
        )
      }
    }
  },
})
