import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { optionalText, text as textOf } from '#shared/api/fields.ts'
import { LIMITS } from '#shared/limits.ts'
import { REASON_CODES, type ReasonCode } from '#shared/rules/moderation.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Dialog } from '#shared/ui/Dialog.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { FormFailure } from '#shared/ui/FormFailure.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { Select } from '#shared/ui/Select.tsx'
import { Tabs } from '#shared/ui/Tabs.tsx'
import { TextArea } from '#shared/ui/TextArea.tsx'
import { showToast } from '#shared/ui/toast-store.ts'
import { showFailure } from '#site/core/call-failed.ts'
import { longDate } from '#site/core/dates.ts'
import { useSite } from '#site/core/site-context.tsx'
import { nearLimit } from '#site/core/text-input.ts'
import { TimeAgo } from '#site/core/TimeAgo.tsx'
import { useForm } from '#site/core/useForm.ts'
import { moderationApi } from './api.ts'
import { ReasonSelect } from './ReasonSelect.tsx'

export type Member = { user: { id: number; username: string }; category: { id: number; name: string } }

type Known = Awaited<ReturnType<typeof moderationApi.notes>>

type PartProps = Member & { known: Known | null; onKnown: (known: Known) => void; onClose: () => void }

const TABS = ['warn', 'ban', 'notes'] as const

const aboutOf = ({ user, category }: Member) => ({ user_id: user.id, category_id: category.id })

const PARTS = { warn: Warn, ban: Ban, notes: Notes }

export function MemberDialog({ onClose, ...member }: Member & { onClose: () => void }) {
  const { member: texts } = useTexts('moderation')
  const [tab, setTab] = useState<(typeof TABS)[number]>('warn')
  const [known, setKnown] = useState<Known | null>(null)
  const { user_id, category_id } = aboutOf(member)
  useEffect(() => {
    const abort = new AbortController()
    moderationApi
      .notes({ user_id, category_id }, { signal: abort.signal })
      .then(setKnown)
      .catch((error: unknown) => {
        if (!abort.signal.aborted) showFailure(error, texts.loadFailed)
      })
    return () => abort.abort()
  }, [user_id, category_id, texts])
  const Part = PARTS[tab]
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.title(member.user.username, member.category.name)}
      closeLabel={texts.close}>
      <Tabs
        label={texts.label}
        tabs={TABS.map((id) => ({ id, label: texts.tabs[id] }))}
        selected={tab}
        onSelect={setTab}>
        <Part {...member} known={known} onKnown={setKnown} onClose={onClose} />
      </Tabs>
    </Dialog>
  )
}

const warning = v.object({ text: textOf(1, LIMITS.decisionText, 'decision_text_long') })

/** The dialog stays open after a warning, because a note or ban often follows. */
function Warn(member: PartProps) {
  const { member: texts, tools } = useTexts('moderation')
  const about = aboutOf(member)
  const [isSent, setSent] = useState(false)
  const { values, change, issues, failure, isBusy, submit } = useForm({
    draft: `warn:${about.category_id}:${about.user_id}`,
    initial: { text: '' },
    schema: warning,
    fallback: tools.failed,
    send: async ({ text }, idempotencyKey) => {
      await moderationApi.warn({ ...about, text }, { idempotencyKey })
      setSent(true)
    },
  })
  return (
    <form className="form" method="dialog" noValidate onSubmit={(event) => void submit(event)}>
      <FormFailure text={failure} />
      <div role="status">{isSent && <Notice kind="success">{texts.warned}</Notice>}</div>
      <Field
        label={texts.warning}
        hint={texts.warningHint}
        error={issues.text}
        counter={nearLimit(values.text, LIMITS.decisionText)}>
        <TextArea
          name="text"
          value={values.text}
          rows={4}
          grow
          required
          onChange={(event) => {
            setSent(false)
            change({ text: event.target.value })
          }}
        />
      </Field>
      <div className="form__actions">
        <Button type="submit" variant="primary" busy={isBusy} busyLabel={tools.working}>
          {texts.warn}
        </Button>
      </div>
    </form>
  )
}

const DAYS = ['1', '3', '7', '30', '90', '365', ''] as const

const ban = v.object({
  days: v.string(),
  reason_code: v.picklist(REASON_CODES, 'reason_code'),
  text: optionalText(LIMITS.decisionText, 'decision_text_long'),
})

function Ban({ known, onKnown, onClose, ...member }: PartProps) {
  const { member: texts, tools } = useTexts('moderation')
  const about = aboutOf(member)
  const { values, change, issues, failure, isBusy, submit } = useForm({
    draft: `ban:${about.category_id}:${about.user_id}`,
    initial: { days: '7' as string, reason_code: '' as ReasonCode | '', text: '' },
    schema: ban,
    fallback: tools.failed,
    send: async ({ days, reason_code, text }) => {
      await moderationApi.ban({
        ...about,
        days: days === '' ? null : Number(days),
        reason_code: reason_code as ReasonCode,
        text,
      })
      showToast({ kind: 'success', text: texts.banned })
      onClose()
    },
  })

  return (
    <form className="form" method="dialog" noValidate onSubmit={(event) => void submit(event)}>
      {known?.ban && <BanInForce ban={known.ban} about={about} onKnown={onKnown} />}
      <FormFailure text={failure} />
      <Field label={texts.days} error={issues.days}>
        <Select name="days" value={values.days} onChange={(event) => change({ days: event.target.value })}>
          {DAYS.map((days) => (
            <option key={days} value={days}>
              {days === '' ? texts.forGood : texts.dayCount(Number(days))}
            </option>
          ))}
        </Select>
      </Field>
      <ReasonSelect
        value={values.reason_code}
        error={issues.reason_code}
        onChange={(reason_code) => change({ reason_code })}
      />
      <Field
        label={texts.explanation}
        hint={texts.warningHint}
        error={issues.text}
        counter={nearLimit(values.text, LIMITS.decisionText)}>
        <TextArea
          name="text"
          value={values.text}
          rows={3}
          grow
          onChange={(event) => change({ text: event.target.value })}
        />
      </Field>
      <div className="form__actions">
        <Button type="submit" variant="danger" busy={isBusy} busyLabel={tools.working}>
          {texts.ban}
        </Button>
      </div>
    </form>
  )
}

function BanInForce({
  ban,
  about,
  onKnown,
}: {
  ban: NonNullable<Known['ban']>
  about: ReturnType<typeof aboutOf>
  onKnown: (known: Known) => void
}) {
  const { lang, site } = useSite()
  const { member: texts, tools } = useTexts('moderation')
  const [isLifting, setLifting] = useState(false)

  async function lift(): Promise<void> {
    setLifting(true)
    try {
      await moderationApi.unban(about)
      onKnown(await moderationApi.notes(about))
      showToast({ kind: 'success', text: texts.unbanned })
    } catch (error) {
      showFailure(error, tools.failed)
    } finally {
      setLifting(false)
    }
  }

  return (
    <Notice
      actions={
        <Button size="small" busy={isLifting} onClick={() => void lift()}>
          {texts.unban}
        </Button>
      }>
      {texts.inForce(ban.until && longDate(ban.until, lang, site.time_zone))}
    </Notice>
  )
}

const note = v.object({ text: textOf(1, LIMITS.moderatorNote, 'note_length') })

function Notes({ known, onKnown, ...member }: PartProps) {
  const { member: texts, tools } = useTexts('moderation')
  const about = aboutOf(member)
  const { values, change, issues, failure, isBusy, submit } = useForm({
    draft: `note:${about.category_id}:${about.user_id}`,
    initial: { text: '' },
    schema: note,
    fallback: tools.failed,
    send: async ({ text }, idempotencyKey) =>
      onKnown({ ...known, ...(await moderationApi.addNote({ ...about, text }, { idempotencyKey })) }),
  })
  return (
    <form className="form" method="dialog" noValidate onSubmit={(event) => void submit(event)}>
      <FormFailure text={failure} />
      <Field
        label={texts.note}
        hint={texts.noteHint}
        error={issues.text}
        counter={nearLimit(values.text, LIMITS.moderatorNote)}>
        <TextArea
          name="text"
          value={values.text}
          rows={3}
          grow
          required
          onChange={(event) => change({ text: event.target.value })}
        />
      </Field>
      <div className="form__actions">
        <Button type="submit" variant="primary" busy={isBusy} busyLabel={tools.working}>
          {texts.addNote}
        </Button>
      </div>
      {known?.notes.length === 0 && <p>{texts.noNotes}</p>}
      {known && known.notes.length > 0 && (
        <ul className="note-list">
          {known.notes.map(({ id, text, by, created_at }) => (
            <li key={id}>
              <p className="decision__text">{text}</p>
              <p className="decision__at">
                {by && `u/${by.username} · `}
                <TimeAgo at={created_at} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </form>
  )
}
