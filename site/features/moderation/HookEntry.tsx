import type { Delivery, Hook } from '#shared/api/hooks.ts'
import { LIMITS } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import { formPath } from '#shared/rules/forms.ts'
import { HOOK_EVENTS, SITE_EVENTS, type HookEvent } from '#shared/rules/hooks.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Checkbox } from '#shared/ui/Checkbox.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { CallForm, FormFields } from '#site/core/CallForm.tsx'
import { useSite } from '#site/core/site-context.tsx'
import { TimeAgo } from '#site/core/TimeAgo.tsx'

export type HookLog = { hook_id: number; deliveries: Delivery[]; next_cursor: string | null }

type HookEntryProps = { hook: Hook; log: HookLog | null; name: string }

export function HookEntry({ hook, log, name }: HookEntryProps) {
  const text = useTexts('hooks')
  const { id, url, events, is_enabled, failing_since } = hook
  const here = paths.categoryHooks(name)
  return (
    <section className="sheet sheet__pad settings__part" id={`hook-${id}`} aria-label={url}>
      <h2 className="settings__heading">
        {url} <span className="tag">{is_enabled ? text.on : text.off}</span>
      </h2>
      <p className="settings__lead">{events.map((event) => text.events[event]).join(', ')}</p>
      {failing_since !== null && (
        <p className="settings__lead">
          {text.failingSince} <TimeAgo at={failing_since} />
        </p>
      )}
      <div className="form__actions">
        <CallForm call="hooks.edit" fields={{ hook_id: id, is_enabled: !is_enabled }} next={here}>
          <Button type="submit" size="small">
            {is_enabled ? text.disable : text.enable}
          </Button>
        </CallForm>
        <a href={log ? here : `${here}?log=${id}#hook-${id}`}>{log ? text.closeLog : text.log}</a>
      </div>
      {log && <Deliveries log={log} name={name} />}
      <details>
        <summary>{text.edit}</summary>
        <HookFields call="hooks.edit" ids={{ hook_id: id }} known={hook} />
      </details>
      <details>
        <summary>{text.remove}</summary>
        <p>{text.removeText(url)}</p>
        <CallForm call="hooks.remove" fields={{ hook_id: id }} next={here}>
          <Button type="submit" size="small" variant="danger">
            {text.remove}
          </Button>
        </CallForm>
      </details>
    </section>
  )
}

function Deliveries({ log: { hook_id, deliveries, next_cursor }, name }: { log: HookLog; name: string }) {
  const text = useTexts('hooks')
  const here = `${paths.categoryHooks(name)}?log=${hook_id}`
  return (
    <>
      {deliveries.length === 0 && <p>{text.logEmpty}</p>}
      <ul className="settings__rows">
        {deliveries.map(({ id, event, status, status_code, error, attempts, created_at }) => (
          <li key={id} className="settings__row settings__row--plain">
            <div>
              <span className="settings__device">{text.events[event]}</span>
              <p className="settings__lead">
                <TimeAgo at={created_at} />
                {` · ${[text.states[status], status_code, error].filter((part) => part !== null).join(' · ')} · `}
                {text.attempts(attempts)}
              </p>
            </div>
            <CallForm call="hooks.replay" fields={{ hook_id, delivery_id: id }} next={here}>
              <Button type="submit" size="small" aria-label={text.replayOf(id)}>
                {text.replay}
              </Button>
            </CallForm>
          </li>
        ))}
      </ul>
      {next_cursor !== null && <a href={`${here}&cursor=${encodeURIComponent(next_cursor)}`}>{text.more}</a>}
    </>
  )
}

export function NewHook({ categoryId }: { categoryId: number }) {
  const text = useTexts('hooks')
  const { failed_form } = useSite()
  const { secret } = failed_form?.call === 'hooks.create' ? failed_form.extra : {}
  return (
    <section className="sheet sheet__pad settings__part">
      <h2 className="settings__heading">{text.add}</h2>
      {typeof secret === 'string' ? (
        <Notice kind="success" role="status">
          {text.secret} <code>{secret}</code>
        </Notice>
      ) : (
        <HookFields call="hooks.create" ids={{ category_id: categoryId }} known={null} />
      )}
    </section>
  )
}

type HookFieldsProps = { call: 'hooks.create' | 'hooks.edit'; ids: Record<string, number>; known: Hook | null }

function HookFields({ call, ids, known }: HookFieldsProps) {
  const { failed_form: sent } = useSite()
  const text = useTexts('hooks')
  const isOwn = sent?.call === call && Object.entries(ids).every(([id, is]) => sent.values[id] === `${is}`)
  const issues = isOwn ? sent.issues : {}
  const events = isOwn ? [sent.values.events ?? []].flat() : (known?.events ?? ['post.created', 'comment.created'])
  const offered = HOOK_EVENTS.filter((event) => !SITE_EVENTS.includes(event))
  const issueId = `hook-events-issue-${known?.id ?? 'new'}`
  return (
    <form className="form" method="post" action={formPath(call)}>
      <FormFields fields={ids} />
      <Field label={text.url} hint={text.urlHint} error={issues.url}>
        <TextInput
          type="url"
          name="url"
          required
          maxLength={LIMITS.hookUrl}
          defaultValue={String((isOwn ? sent.values.url : known?.url) ?? 'https://')}
        />
      </Field>
      <fieldset className="form" aria-describedby={issues.events ? issueId : undefined}>
        <legend className="field__label">{text.eventsLabel}</legend>
        {offered.map((event: HookEvent) => (
          <Checkbox
            key={event}
            name="events"
            value={event}
            label={text.events[event]}
            hint={event}
            defaultChecked={events.includes(event)}
          />
        ))}
        {issues.events && (
          <p id={issueId} className="field__error">
            {issues.events}
          </p>
        )}
      </fieldset>
      <div className="form__actions">
        <Button type="submit" variant="primary">
          {text.save}
        </Button>
      </div>
    </form>
  )
}
