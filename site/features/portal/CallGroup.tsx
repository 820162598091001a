import { Link } from 'react-router-dom'
import type { DocumentedCall } from '#shared/api/portal.ts'
import { paths } from '#shared/paths.ts'
import { useTexts } from '#shared/texts.ts'
import { TryOut } from './TryOut.tsx'

export function CallGroup({ name, calls }: { name: string; calls: DocumentedCall[] }) {
  const texts = useTexts('devInfo')
  return (
    <div className="sheet sheet__pad portal">
      <p>
        <Link to={paths.devInfo()}>{texts.back}</Link>
      </p>
      {calls.map((call) => (
        <Call key={call.name} call={call} />
      ))}
      <TryOut group={name} />
    </div>
  )
}

function Call({ call }: { call: DocumentedCall }) {
  const texts = useTexts('devInfo')
  const { method, path, summary, access, scope, limits, errors, example } = call
  return (
    <section id={call.name} className="portal__call">
      <h2>
        <code>
          {method} {path}
        </code>
      </h2>
      <p lang="en">{summary}</p>
      <dl className="portal__terms">
        <div>
          <dt>{texts.access.label}</dt>
          <dd>
            {texts.access[access]}
            {call.is_idempotent && `, ${texts.idempotent}`}
          </dd>
        </div>
        <div>
          <dt>{texts.scope}</dt>
          <dd>{scope === null ? texts.noScope : <code>{scope}</code>}</dd>
        </div>
        <div>
          <dt>{texts.limits.label}</dt>
          <dd>{limits.length === 0 ? texts.limits.none : <Limits limits={limits} />}</dd>
        </div>
        {errors.length > 0 && (
          <div>
            <dt>{texts.errors.label}</dt>
            <dd>
              <code>{errors.map(({ status, code }) => `${status} ${code}`).join(', ')}</code>
            </dd>
          </div>
        )}
      </dl>
      {example ? (
        <>
          <h3>{texts.request}</h3>
          <pre tabIndex={0}>{example.request}</pre>
          <h3>{texts.answer(example.status)}</h3>
          <pre tabIndex={0}>{example.answer}</pre>
        </>
      ) : (
        <p>{texts.noExample}</p>
      )}
    </section>
  )
}

const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400]

function Limits({ limits }: Pick<DocumentedCall, 'limits'>) {
  const { limits: texts } = useTexts('devInfo')
  const period = (seconds: number) =>
    seconds === DAY
      ? texts.day
      : seconds % HOUR === 0
        ? texts.hour(seconds / HOUR)
        : seconds % MINUTE === 0
          ? texts.minute(seconds / MINUTE)
          : texts.second(seconds)
  return limits.map(({ by, limit, seconds }) => texts.one(limit, texts.by[by], period(seconds))).join(', ')
}
