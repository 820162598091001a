import { useRef, useState } from 'react'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { FormFailure } from '#shared/ui/FormFailure.tsx'

/** The console is loaded on a click, because it is large; `group` limits it to one group of calls. */
export function TryOut({ group }: { group: string | null }) {
  const { tryOut: texts } = useTexts('devInfo')
  const place = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'closed' | 'opening' | 'open' | 'failed'>('closed')

  async function open() {
    setState('opening')
    try {
      const { openConsole } = await import('./console.ts')
      await openConsole(place.current!, group)
      setState('open')
    } catch {
      setState('failed')
    }
  }

  return (
    <section>
      <h2>{texts.title}</h2>
      <p className="prose">{texts.text}</p>
      <noscript>
        <p>{texts.scripts}</p>
      </noscript>
      <FormFailure text={state === 'failed' ? texts.failed : null} />
      {state !== 'open' && (
        <Button onClick={open} busy={state === 'opening'}>
          {texts.open}
        </Button>
      )}
      <div ref={place} className="portal__console" lang="en" />
    </section>
  )
}
