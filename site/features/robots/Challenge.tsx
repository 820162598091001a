import 'altcha/external'
import 'altcha/altcha.css'
import Solver from 'altcha/workers/pbkdf2?worker'
import { useEffect, useRef } from 'react'
import { useTexts } from '#shared/texts.ts'
import { useText } from '#site/core/site-context.tsx'
import type { Proof } from './useProof.ts'

$altcha.algorithms.set('PBKDF2/SHA-256', () => new Solver())

const SETTINGS = { auto: 'onload', hideFooter: true, hideLogo: true, humanInteractionSignature: false, minDuration: 0 }

export function Challenge({ proof }: { proof: Proof }) {
  const { lang } = useText()
  const texts = useTexts('challenge')
  const host = useRef<HTMLDivElement>(null)
  const { onBegin, onEnd } = proof
  useEffect(() => {
    $altcha.i18n.set(lang, texts)
    const widget = document.createElement('altcha-widget')
    widget.setAttribute('challenge', '/api/auth/challenge')
    widget.setAttribute('language', lang)
    widget.setAttribute('configuration', JSON.stringify(SETTINGS))
    widget.addEventListener('statechange', (event) => {
      const { state, payload } = (event as CustomEvent<{ state: string; payload: string | null }>).detail
      if (state === 'verifying') onBegin()
      else if (state !== 'unverified') onEnd(state === 'verified' ? payload : null)
    })
    host.current!.append(widget)
    return () => widget.remove()
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [lang, texts])
  return <div ref={host} />
}
