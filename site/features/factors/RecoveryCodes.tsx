import { useTexts } from '#shared/texts.ts'
import { useState } from 'react'
import Copy from 'lucide/dist/esm/icons/copy.mjs'
import Download from 'lucide/dist/esm/icons/download.mjs'
import { Button } from '#shared/ui/Button.tsx'
import { buttonClass } from '#shared/ui/button-class.ts'
import { Icon } from '#shared/ui/Icon.tsx'
import { paths } from '#shared/paths.ts'
import { ActionLink } from '#site/core/ActionLink.tsx'
import { useSite } from '#site/core/site-context.tsx'
import { Outcome } from '../settings/Outcome.tsx'

/** The codes cannot be shown again. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { site, viewer } = useSite()
  const text = useTexts('factors').codes
  const [outcome, setOutcome] = useState<{ done: string | null; failure: string | null }>({ done: null, failure: null })

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      setOutcome({ done: text.copied, failure: null })
    } catch {
      setOutcome({ done: null, failure: text.copyFailed })
    }
  }

  const file = `${text.fileHead(site.name, viewer?.username ?? '')}\n\n${codes.join('\n')}\n`
  return (
    <>
      <h3 tabIndex={-1} autoFocus>
        {text.title}
      </h3>
      <p>{text.lead}</p>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Outcome {...outcome} />
      <div className="form__actions">
        <Button className="needs-js" icon={<Icon of={Copy} size={18} />} onClick={() => void copy()}>
          {text.copy}
        </Button>
        <a
          className={buttonClass()}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          download={text.file}>
          <span className="btn__label">
            <Icon of={Download} size={18} />
            {text.download}
          </span>
        </a>
        <ActionLink className={buttonClass('primary')} href={paths.settings('security')} onPress={onDone}>
          {text.done}
        </ActionLink>
      </div>
    </>
  )
}
