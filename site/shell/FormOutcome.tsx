import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { Notice } from '#shared/ui/Notice.tsx'
import { useSite } from '#site/core/site-context.tsx'

/** Shows the outcome of a form that was sent without JavaScript, until the next navigation. */
export function FormOutcome() {
  const { failed_form: failed, flash } = useSite()
  const { key } = useLocation()
  const [shownAt] = useState(key)
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (key !== shownAt) setOver(true)
  }, [key, shownAt])
  const text = failed?.message ?? flash?.text
  if (isOver || !text) return null
  const isFailure = (failed !== null && !failed.is_unfinished) || flash?.kind === 'error'
  return (
    <div className="banner">
      <Notice kind={isFailure ? 'danger' : 'success'} role={isFailure ? 'alert' : 'status'}>
        {text}
      </Notice>
    </div>
  )
}
