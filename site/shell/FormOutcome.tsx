import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { Notice } from '#shared/ui/Notice.tsx'
import { useSite } from '#site/core/site-context.tsx'

/** What a form did that was sent without scripts, or why it failed. Gone with the next page. */
export function FormOutcome() {
  const { failed_form: failed, flash } = useSite()
  const { key } = useLocation()
  const [shownAt] = useState(key)
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (key !== shownAt) setOver(true)
  }, [key, shownAt])
  if (isOver || (failed === null && flash === null)) return null
  const isFailure = failed !== null || flash?.kind === 'error'
  return (
    <div className="banner">
      <Notice kind={isFailure ? 'danger' : 'success'} role={isFailure ? 'alert' : 'status'}>
        {failed?.message ?? flash?.text}
      </Notice>
    </div>
  )
}
