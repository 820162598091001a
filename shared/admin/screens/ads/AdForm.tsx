import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { Ad } from '#shared/api/ads.ts'
import { CallError } from '#shared/api/errors.ts'
import { Button } from '#shared/ui/Button.tsx'
import { FormFailure } from '#shared/ui/FormFailure.tsx'
import { useAdmin } from '../../kit/context.ts'
import { failureText, isSignedOut } from '../../kit/failure.ts'
import { useIdempotencyKey } from '../../kit/useIdempotencyKey.ts'
import { useKept } from '../../kit/useKept.ts'
import { draftOf, inputOf, NEW_AD, type AdDraft } from './ad-draft.ts'
import { AdFields } from './AdFields.tsx'

type AdFormProps = { ad: Ad | null; onSaved: () => void; onCancel: () => void }

export function AdForm({ ad, onSaved, onCancel }: AdFormProps) {
  const { api, shell, t } = useAdmin()
  const text = t.ads
  const form = useRef<HTMLFormElement>(null)
  const { values, change, drop } = useKept<AdDraft>(`ad ${ad?.id ?? 'new'}`, ad === null ? NEW_AD : draftOf(ad))
  const { keyOf } = useIdempotencyKey()
  const [issues, setIssues] = useState<Record<string, string>>({})
  const [refusals, setRefusals] = useState(0)
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])
  const [failure, setFailure] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const [isSending, setSending] = useState(false)

  async function save(): Promise<void> {
    const input = inputOf(values, ad)
    if (ad === null) await api.adminAds.create(input, { idempotencyKey: keyOf(input) })
    else await api.adminAds.edit({ ad_id: ad.id, ...input })
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isSaving) return
    setFailure(isSending ? text.waitForPicture : null)
    if (isSending) return
    setIssues({})
    setSaving(true)
    try {
      await save()
      drop()
      shell.notify({ kind: 'success', text: text.saved })
      onSaved()
    } catch (error) {
      if (isSignedOut(error)) shell.onSignedOut()
      else if (error instanceof CallError && Object.keys(error.issues).length > 0) {
        setIssues(error.issues)
        setRefusals((count) => count + 1)
      } else setFailure(failureText(error, t))
    } finally {
      setSaving(false)
    }
  }

  function cancel(): void {
    drop()
    onCancel()
  }

  return (
    <section className="admin__section community-page">
      <h2>{ad === null ? text.newAd : text.changeOf(ad.name)}</h2>
      <form ref={form} className="form sheet sheet__pad" onSubmit={(event) => void submit(event)} noValidate>
        <AdFields
          values={values}
          issues={issues}
          onChange={(part) => {
            change(part)
            setIssues((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !isOf(field, part))))
          }}
          onSending={setSending}
        />
        <FormFailure text={failure} />
        <div className="form__actions">
          <Button onClick={cancel}>{t.kit.cancel}</Button>
          <Button type="submit" variant="primary" busy={isSaving}>
            {ad === null ? text.create : text.save}
          </Button>
        </div>
      </form>
    </section>
  )
}

const isOf = (field: string, part: Partial<AdDraft>): boolean =>
  (field === 'category_ids' ? 'categories' : field) in part
