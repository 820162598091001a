import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { DELAY, LIFETIME } from '#shared/limits.ts'
import { textsFor, useTexts } from '#shared/texts.ts'
import { buttonClass } from '#shared/ui/button-class.ts'
import { Notice } from '#shared/ui/Notice.tsx'
import { failureText } from '#site/core/call-failed.ts'
import { definePage } from '#site/core/page.ts'
import { storeSession } from '#site/core/session.ts'
import { VerifyForm } from '#site/features/auth/VerifyForm.tsx'
import { useSite } from '#site/core/site-context.tsx'
import { AuthSheet } from '#site/features/auth/AuthSheet.tsx'
import { isNameTaken, NameTaken } from '#site/features/auth/NameTaken.tsx'
import { verifyOnce } from '#site/features/auth/verify-once.ts'

type State =
  | { kind: 'loading' }
  | { kind: 'success'; username: string }
  | { kind: 'name_taken' }
  | { kind: 'waiting' }
  | { kind: 'error'; text: string }

export const page = definePage({
  load: ({ query }) => ({ token: query.get('token')?.trim() ?? '', email: query.get('email')?.trim() ?? '' }),
  meta: (_, { t }) => ({ title: textsFor(t.lang, 'authScreens').verify.title, noindex: true }),
  View: function VerifyEmailLogin({ data: { token, email } }) {
    const { api } = useSite()
    const { verify, verifyLogin: text, toHome } = useTexts('authScreens')
    const navigate = useNavigate()
    const isComplete = token !== '' && email !== ''
    const [state, setState] = useState<State>(
      isComplete ? { kind: 'loading' } : { kind: 'error', text: text.incomplete },
    )

    useEffect(() => {
      if (!isComplete) return
      verifyOnce(api, { token, email }).then(
        ({ access_token, user, awaiting_approval }) => {
          if (awaiting_approval) return setState({ kind: 'waiting' })
          if (access_token === null || user === null) return setState({ kind: 'error', text: text.used })
          storeSession({ access_token, user }, LIFETIME.session)
          setState({ kind: 'success', username: user.username })
        },
        (error: unknown) =>
          setState(
            isNameTaken(error) ? { kind: 'name_taken' } : { kind: 'error', text: failureText(error, verify.failed) },
          ),
      )
    }, [api, token, email, isComplete, text, verify])

    useEffect(() => {
      if (state.kind === 'loading' || state.kind === 'name_taken' || state.kind === 'waiting') return
      const timer =
        state.kind === 'success'
          ? setTimeout(() => location.replace('/'), DELAY.verifySuccess)
          : setTimeout(() => void navigate('/', { replace: true }), DELAY.verifyError)
      return () => clearTimeout(timer)
    }, [state.kind, navigate])

    switch (state.kind) {
      case 'loading':
        return (
          <AuthSheet title={verify.title}>
            <VerifyForm fields={{ token, email }} next={'/'} />
            <Notice role="status">{text.loading}</Notice>
          </AuthSheet>
        )
      case 'success':
        return (
          <AuthSheet title={verify.successTitle}>
            <Notice kind="success" role="status">
              {text.success(state.username)}
            </Notice>
          </AuthSheet>
        )
      case 'waiting':
        return (
          <AuthSheet title={text.waitingTitle}>
            <Notice kind="success" role="status">
              {text.waiting}
            </Notice>
            <Link className={buttonClass('primary', 'large', true)} to="/">
              {toHome}
            </Link>
          </AuthSheet>
        )
      case 'name_taken':
        return <NameTaken />
      case 'error':
        return (
          <AuthSheet title={verify.errorTitle} lead={text.redirecting}>
            <Notice kind="danger" role="alert">
              {state.text}
            </Notice>
            <Link className={buttonClass('primary', 'large', true)} to="/">
              {toHome}
            </Link>
          </AuthSheet>
        )
    }
  },
})
