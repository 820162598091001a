import { Form, Link } from 'react-router-dom'
import Archive from 'lucide/dist/esm/icons/archive.mjs'
import ArrowLeft from 'lucide/dist/esm/icons/arrow-left.mjs'
import Hand from 'lucide/dist/esm/icons/hand.mjs'
import { answerModmail, type ModmailMessage, type ModmailThread } from '#shared/api/modmail.ts'
import { AnswerFields, EMPTY_ANSWER, type Answer } from '#shared/admin/modmail/AnswerFields.tsx'
import { Messages } from '#shared/admin/modmail/Messages.tsx'
import { paths } from '#shared/paths.ts'
import { exactTime } from '#shared/rules/relative-time.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { FormFailure } from '#shared/ui/FormFailure.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { showFailure } from '#site/core/call-failed.ts'
import { useClock } from '#site/core/clock.tsx'
import { CallForm, FormFields, withScripts } from '#site/core/CallForm.tsx'
import { useSite } from '#site/core/site-context.tsx'
import { isSendKey } from '#site/core/text-input.ts'
import { TimeAgo } from '#site/core/TimeAgo.tsx'
import { useEarlyForm } from '#site/core/useEarlyForm.ts'
import { useForm } from '#site/core/useForm.ts'
import { useThread, type LoadedThread } from './useThread.ts'

export function ThreadView({ first, since }: { first: LoadedThread; since: string | null }) {
  const texts = useTexts('modmail')
  const { loaded, isLoading, loadEarlier, addSent, setThread } = useThread(first, since)
  const { thread, messages, next_cursor } = loaded
  const { category, is_own, member } = thread
  return (
    <div className="sheet">
      <header className="mail-thread__head">
        <Link className="icon-btn" to={paths.modmailList(is_own ? undefined : 'staff')} title={texts.back}>
          <Icon of={ArrowLeft} size={22} />
          <span className="visually-hidden">{texts.back}</span>
        </Link>
        <div>
          <h1 className="mail-thread__subject">{thread.subject}</h1>
          <p className="mail-thread__with">
            {is_own ? texts.with(category?.name ?? null) : texts.from(member.username, category?.name ?? null)}
          </p>
        </div>
        {!is_own && <StaffTools thread={thread} onThread={setThread} />}
      </header>
      <div className="mail-thread__body">
        {next_cursor !== null && (
          <Form
            className="feed-end"
            method="get"
            onSubmit={(event) => {
              event.preventDefault()
              void loadEarlier()
            }}>
            <input type="hidden" name="cursor" value={next_cursor} />
            <Button type="submit" size="small" busy={isLoading}>
              {texts.earlier}
            </Button>
          </Form>
        )}
        <Messages thread={thread} messages={messages} texts={texts} timeOf={(at) => <TimeAgo at={at} />} />
        {thread.state === 'archived' && <Notice>{texts.archivedNow}</Notice>}
        <AnswerForm key={thread.id} thread={thread} onSent={addSent} />
      </div>
    </div>
  )
}

function StaffTools({ thread, onThread }: { thread: ModmailThread; onThread: (thread: ModmailThread) => void }) {
  const { api, site, viewer } = useSite()
  const texts = useTexts('modmail')
  const { isLocal } = useClock()
  const { claimed_by, claimed_until, state } = thread
  const one = { thread_id: thread.id }
  const isMine = claimed_until !== null && claimed_by?.username === viewer?.username

  async function run(call: Promise<{ thread: ModmailThread }>): Promise<void> {
    try {
      onThread((await call).thread)
    } catch (error) {
      showFailure(error, texts.actionFailed)
    }
  }

  return (
    <div className="mail-thread__tools">
      {claimed_until !== null && !isMine && (
        <p className="mail-thread__claim">
          {texts.claimedBy(
            claimed_by?.username ?? null,
            exactTime(claimed_until, isLocal ? undefined : site.time_zone).slice(11, 16),
          )}
        </p>
      )}
      {(claimed_until === null || isMine) && (
        <CallForm call={isMine ? 'modmail.release' : 'modmail.claim'} fields={one}>
          <Button
            type="submit"
            size="small"
            icon={<Icon of={Hand} size={16} />}
            onClick={withScripts(() => run(isMine ? api.modmail.release(one) : api.modmail.claim(one)))}>
            {isMine ? texts.release : texts.claim}
          </Button>
        </CallForm>
      )}
      <CallForm call="modmail.archive" fields={{ ...one, archived: state === 'open' }}>
        <Button
          type="submit"
          size="small"
          icon={<Icon of={Archive} size={16} />}
          onClick={withScripts(() => run(api.modmail.archive({ ...one, archived: state === 'open' })))}>
          {state === 'open' ? texts.archive : texts.unarchive}
        </Button>
      </CallForm>
    </div>
  )
}

function AnswerForm({ thread, onSent }: { thread: ModmailThread; onSent: (message: ModmailMessage) => void }) {
  const { api } = useSite()
  const texts = useTexts('modmail')
  const isStaff = !thread.is_own
  const { values, change, issues, failure, isBusy, submit } = useForm<Answer & { thread_id: number }>({
    draft: `modmail:${thread.id}`,
    call: 'modmail.send',
    ids: ['thread_id'],
    initial: { ...EMPTY_ANSWER, thread_id: thread.id },
    schema: answerModmail,
    fallback: texts.failed,
    send: async ({ text, is_note, show_name }, idempotencyKey) => {
      const answer = isStaff ? { text, is_note, show_name: show_name && !is_note } : { text }
      onSent((await api.modmail.send({ thread_id: thread.id, ...answer }, { idempotencyKey })).message)
    },
  })
  const early = useEarlyForm<Answer>(change, 'modmail.send')
  return (
    <form className="form" noValidate {...early} onSubmit={(event) => void submit(event)}>
      <FormFields fields={{ thread_id: thread.id }} />
      <FormFailure text={failure} />
      <AnswerFields
        answer={values}
        onChange={change}
        isStaff={isStaff}
        hasName
        texts={texts}
        error={issues.text}
        onKeyDown={(event) => {
          if (isSendKey(event)) event.currentTarget.form?.requestSubmit()
        }}
      />
      <div className="form__actions">
        <Button type="submit" variant="primary" busy={isBusy} busyLabel={texts.sending}>
          {values.is_note ? texts.sendNote : isStaff ? texts.sendAnswer : texts.send}
        </Button>
      </div>
    </form>
  )
}
