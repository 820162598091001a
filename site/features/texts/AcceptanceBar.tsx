import { useState } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import type { AcceptedText } from '#shared/rules/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { failureText } from '#site/core/call-failed.ts'
import { CallForm, withScripts } from '#site/core/CallForm.tsx'
import { useSite } from '#site/core/site-context.tsx'

export type AskedText = { text: AcceptedText; version: number }

const PATHS = { terms: paths.terms(), privacy_policy: paths.privacyPolicy() }

/** Asks a member to accept changed texts; the site stays usable without accepting them. */
export function AcceptanceBar({ asked: rendered }: { asked: AskedText[] }) {
  const { api, t } = useSite()
  const [asked, setAsked] = useState(rendered)
  const [failure, setFailure] = useState('')

  async function accept(each: AskedText): Promise<void> {
    setFailure('')
    try {
      setAsked((await api.texts.accept(each)).asked)
    } catch (error) {
      setFailure(failureText(error, t.layout.acceptFailed))
    }
  }

  return asked.map(({ text, version }) => (
    <section key={text} className="banner banner--info" aria-label={t.layout.acceptTitle}>
      <Notice
        actions={
          <CallForm call="texts.accept" fields={{ text, version }}>
            <Button type="submit" size="small" onClick={withScripts(() => accept({ text, version }))}>
              {t.layout.accept}
            </Button>
          </CallForm>
        }>
        {t.layout.acceptLead} <Link to={PATHS[text]}>{t.layout.texts[text]}</Link>
        <span role="alert" className="banner__outcome">
          {failure}
        </span>
      </Notice>
    </section>
  ))
}
