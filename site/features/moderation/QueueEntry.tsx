import { useState } from 'react'
import type { QueueItem } from '#shared/api/queue.ts'
import type { Rule } from '#shared/api/shapes.ts'
import { LIMITS } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import { formPath } from '#shared/rules/forms.ts'
import type { ReasonCode } from '#shared/rules/moderation.ts'
import { DECISIONS_OF } from '#shared/rules/queue.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { Select } from '#shared/ui/Select.tsx'
import { TextArea } from '#shared/ui/TextArea.tsx'
import { CallForm, FormFields } from '#site/core/CallForm.tsx'
import { useSite } from '#site/core/site-context.tsx'
import { useFailedForm } from '#site/core/useFailedForm.ts'
import { TimeAgo } from '#site/core/TimeAgo.tsx'
import { Picture } from '#site/features/uploads/Picture.tsx'
import { DescribedVideo } from '#site/features/uploads/Video.tsx'
import { ReasonSelect } from './ReasonSelect.tsx'

export function QueueEntry({ item, rules }: { item: QueueItem; rules: Rule[] }) {
  const { viewer } = useSite()
  const { queue: texts } = useTexts('moderation')
  const { id, kind, target, claimed_by, claimed_until, modmail_id, refusal, waiting_since } = item
  const isMine = claimed_until !== null && claimed_by?.username === viewer?.username
  return (
    <section className="sheet sheet__pad settings__part" id={`item-${id}`} aria-labelledby={`item-title-${id}`}>
      <h2 className="settings__heading" id={`item-title-${id}`}>
        {texts.kinds[kind]}: {target.url === '' ? target.title : <a href={target.url}>{target.title || target.url}</a>}
      </h2>
      <p className="settings__lead">
        {target.author ? `u/${target.author.username}` : texts.deletedAccount} · <TimeAgo at={waiting_since} />
      </p>
      {target.excerpt !== '' && <blockquote className="decision__target">{target.excerpt}</blockquote>}
      <TargetMedia target={target} />
      {item.reports.map((report) => (
        <p key={report.id} className="decision__text">
          {report.reason}
        </p>
      ))}
      {item.messages.map((message) => (
        <p key={message.id} className="decision__text">
          {message.sender ? `u/${message.sender.username}` : texts.deletedAccount}: {message.content}
        </p>
      ))}
      {item.appeal && <blockquote className="decision__text">{item.appeal.text}</blockquote>}
      {item.notice && <blockquote className="decision__text">{item.notice.text}</blockquote>}
      {claimed_until !== null && !isMine && <p>{texts.claimedBy(claimed_by?.username ?? null)}</p>}
      {refusal !== null && <p>{texts.refusal}</p>}
      {(claimed_until === null || isMine) && refusal === null && (
        <CallForm
          className="btn-row"
          call={isMine ? 'queue.release' : 'queue.claim'}
          fields={{ item_id: id }}
          at={`item-${id}`}>
          <Button type="submit" size="small">
            {isMine ? texts.release : texts.claim}
          </Button>
        </CallForm>
      )}
      {modmail_id !== null && <a href={paths.modmail(modmail_id)}>{texts.open}</a>}
      {refusal === null && DECISIONS_OF[kind].length > 0 && <Decide item={item} rules={rules} />}
    </section>
  )
}

function TargetMedia({ target: { type, title, image_url, video } }: { target: QueueItem['target'] }) {
  const { t } = useSite()
  if (video)
    return (
      <DescribedVideo
        url={video.url}
        poster={video.poster_url}
        label={t.posts.videoOf(title)}
        texts={video}
        transcript={video.transcript_url}
      />
    )
  if (image_url === null || (type !== 'post' && type !== 'comment')) return null
  return <Picture url={image_url} alt={t.posts.imageOf(title)} plays={false} isLazy />
}

function Decide({ item: { id, kind }, rules }: { item: QueueItem; rules: Rule[] }) {
  const { queue: texts, tools } = useTexts('moderation')
  const initial = { item_id: id, reason_code: '', rule_id: '', text: '' }
  const failed = useFailedForm('queue.decide', initial, ['item_id'])
  const [reason, setReason] = useState((failed?.values.reason_code ?? '') as ReasonCode | '')
  return (
    <form className="form" method="post" action={formPath('queue.decide')}>
      <FormFields fields={{ item_id: id }} />
      {DECISIONS_OF[kind].includes('remove') && (
        <ReasonSelect isOptional value={reason} error={failed?.issues.reason_code} onChange={setReason} />
      )}
      {DECISIONS_OF[kind].includes('remove') && rules.length > 0 && (
        <Field label={tools.rule} error={failed?.issues.rule_id}>
          <Select name="rule_id" defaultValue={failed?.values.rule_id}>
            <option value="">{tools.noRule}</option>
            {rules.map((rule) => (
              <option key={rule.id} value={rule.id}>
                {rule.title}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Field label={texts.answer} error={failed?.issues.text}>
        <TextArea name="text" rows={2} grow maxLength={LIMITS.decisionText} defaultValue={failed?.values.text} />
      </Field>
      <div className="form__actions">
        {DECISIONS_OF[kind].map((decision) => (
          <Button key={decision} type="submit" name="decision" value={decision}>
            {texts.decide[decision]}
          </Button>
        ))}
      </div>
    </form>
  )
}
