import { useState, type ReactNode } from 'react'
import type { Comment, Post, Rule } from '#shared/api/shapes.ts'
import { paths } from '#shared/paths.ts'
import { formPath } from '#shared/rules/forms.ts'
import type { ReasonCode } from '#shared/rules/moderation.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { Fold } from '#shared/ui/Fold.tsx'
import { FormFailure } from '#shared/ui/FormFailure.tsx'
import { Select } from '#shared/ui/Select.tsx'
import { TextArea } from '#shared/ui/TextArea.tsx'
import { CallForm, FormFields } from '#site/core/CallForm.tsx'
import type { FormCall } from '#site/core/form-call.ts'
import { useSite } from '#site/core/site-context.tsx'
import { useFailedForm } from '#site/core/useFailedForm.ts'
import { ReasonSelect } from './ReasonSelect.tsx'

type Ids = Record<string, number>

type ModerateFormProps = { post: Post; comment: Comment | null; rules: Rule[]; next: string }

const DAYS = ['1', '3', '7', '30', '90', '365', ''] as const

/** Moderation tools as plain forms, for use without JavaScript. */
export function ModerateForm({ post, comment, rules, next }: ModerateFormProps) {
  const { viewer } = useSite()
  const { tools, member } = useTexts('moderation')
  const { removal, is_held, can } = comment ?? post
  const of: Ids = comment ? { comment_id: comment.id } : { post_id: post.id }
  const author = comment
    ? comment.author_id !== null && { id: comment.author_id, username: comment.author! }
    : post.author && { id: post.author.id, username: post.author.username }
  const mayRestore = can.restore !== false
  const press = (call: FormCall, label: string, fields: Record<string, number | boolean> = of) => (
    <CallForm call={call} fields={fields} next={next}>
      <Button type="submit">{label}</Button>
    </CallForm>
  )
  return (
    <>
      <div className="btn-row">
        {is_held && mayRestore && press('moderation.approve', tools.approve)}
        {removal !== null && mayRestore && press('moderation.restore', tools.restore)}
        {!comment &&
          removal === null &&
          press('moderation.lock', post.is_locked ? tools.unlock : tools.lock, { ...of, locked: !post.is_locked })}
        {!comment &&
          removal === null &&
          !is_held &&
          press('moderation.pin', post.is_pinned ? tools.unpin : tools.pin, { ...of, pinned: !post.is_pinned })}
      </div>
      {!mayRestore && <p>{tools.adminsDecide[removal === null ? 'held' : 'removed']}</p>}
      {removal === null && <Removal of={of} rules={rules} kind={comment ? 'comment' : 'post'} next={next} />}
      {author && author.id !== viewer?.id && (
        <>
          <h3>{member.title(author.username, post.category.name)}</h3>
          <Member ids={{ user_id: author.id, category_id: post.category.id }} next={next} />
        </>
      )}
      {author && author.id !== viewer?.id && <EraseLink post={post} comment={comment} />}
    </>
  )
}

function EraseLink({ post, comment }: Pick<ModerateFormProps, 'post' | 'comment'>) {
  const { t } = useSite()
  return (
    <p>
      <a href={paths.formOf.remove(post.id, comment ? comment.id : 'post')}>{t.deletion.byStaff}</a>
    </p>
  )
}

type ReasonedProps = {
  call: FormCall
  ids: Ids
  label: string
  textLabel: string
  textHint?: string
  hasReason?: boolean
  button: string
  next: string
  /** Additional fields; `sent` returns the value that a refused form had for the field `name`, else `otherwise`. */
  children?: (sent: (name: string, otherwise: string) => string) => ReactNode
}

function Reasoned({ call, ids, label, textLabel, textHint, hasReason, button, next, children }: ReasonedProps) {
  const failed = useFailedForm(call, { ...ids, reason_code: '', text: '' }, Object.keys(ids) as 'text'[])
  const { failed_form } = useSite()
  const [reason, setReason] = useState((failed?.values.reason_code ?? '') as ReasonCode | '')
  return (
    <Fold label={label} isOpen={failed !== null}>
      <form className="form" method="post" action={formPath(call)}>
        <FormFields fields={ids} next={next} />
        {failed && <FormFailure text={Object.values(failed.issues)[0]} />}
        {hasReason && <ReasonSelect value={reason} error={failed?.issues.reason_code} onChange={setReason} />}
        {children?.((name, otherwise) => String((failed && failed_form?.values[name]) ?? otherwise))}
        <Field label={textLabel} hint={textHint} error={failed?.issues.text}>
          <TextArea name="text" rows={3} grow defaultValue={failed?.values.text} />
        </Field>
        <div className="form__actions">
          <Button type="submit" variant="danger">
            {button}
          </Button>
        </div>
      </form>
    </Fold>
  )
}

type RemovalProps = { of: Ids; rules: Rule[]; kind: 'post' | 'comment'; next: string }

function Removal({ of, rules, kind, next }: RemovalProps) {
  const { tools } = useTexts('moderation')
  return (
    <Reasoned
      call="moderation.remove"
      ids={of}
      label={tools.removeTitle[kind]}
      textLabel={tools.text}
      textHint={tools.textHint}
      hasReason
      button={tools.removeNow}
      next={next}>
      {(sent) =>
        rules.length > 0 && (
          <Field label={tools.rule}>
            <Select name="rule_id" defaultValue={sent('rule_id', '')}>
              <option value="">{tools.noRule}</option>
              {rules.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </Select>
          </Field>
        )
      }
    </Reasoned>
  )
}

function Member({ ids, next }: { ids: Ids; next: string }) {
  const { member: texts } = useTexts('moderation')
  return (
    <>
      <Reasoned
        call="moderation.warn"
        ids={ids}
        label={texts.tabs.warn}
        textLabel={texts.warning}
        textHint={texts.warningHint}
        button={texts.warn}
        next={next}
      />
      <Reasoned
        call="moderation.ban"
        ids={ids}
        label={texts.tabs.ban}
        textLabel={texts.explanation}
        textHint={texts.warningHint}
        hasReason
        button={texts.ban}
        next={next}>
        {(sent) => (
          <Field label={texts.days}>
            <Select name="days" defaultValue={sent('days', '7')}>
              {DAYS.map((days) => (
                <option key={days} value={days}>
                  {days === '' ? texts.forGood : texts.dayCount(Number(days))}
                </option>
              ))}
            </Select>
          </Field>
        )}
      </Reasoned>
      <CallForm call="moderation.unban" fields={ids} next={next}>
        <Button type="submit">{texts.unban}</Button>
      </CallForm>
      <Reasoned
        call="moderation.addNote"
        ids={ids}
        label={texts.tabs.notes}
        textLabel={texts.note}
        textHint={texts.noteHint}
        button={texts.addNote}
        next={next}
      />
    </>
  )
}
