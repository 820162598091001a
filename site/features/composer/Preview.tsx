import { useTexts } from '#shared/texts.ts'
import { useEffect, useState } from 'react'
import { failureText } from '#site/core/call-failed.ts'
import { useSite } from '#site/core/site-context.tsx'

export function Preview({ content }: { content: string }) {
  const { api, isSignedIn } = useSite()
  const t = useTexts('composer')
  const [shown, setShown] = useState<{ html: string } | { text: string }>({ text: t.loading })
  useEffect(() => {
    if (content.trim() === '') return setShown({ text: t.empty })
    if (!isSignedIn()) return setShown({ text: t.signIn })
    const abort = new AbortController()
    api.markdown.preview({ content }, { signal: abort.signal }).then(setShown, (error: unknown) => {
      if (!abort.signal.aborted) setShown({ text: failureText(error, t.failed) })
    })
    return () => abort.abort()
  }, [api, content, isSignedIn, t])
  return 'html' in shown ? (
    <div className="prose" dangerouslySetInnerHTML={{ __html: shown.html }} />
  ) : (
    <p role="status">{shown.text}</p>
  )
}
