import { useId } from 'react'
import type { Scope } from '#shared/api/scopes.ts'

type ScopeChoiceProps = {
  scopes: readonly Scope[]
  value: readonly Scope[]
  label: string
  names: Record<Scope, string>
  issue: string | undefined
  onChange: (scopes: Scope[]) => void
}

export function ScopeChoice({ scopes, value, label, names, issue, onChange }: ScopeChoiceProps) {
  const issueId = useId()
  return (
    <fieldset className="token__scopes" aria-describedby={issue ? issueId : undefined}>
      <legend>{label}</legend>
      {scopes.map((scope) => (
        <label key={scope} className="token__scope">
          <input
            type="checkbox"
            name="scopes"
            value={scope}
            checked={value.includes(scope)}
            onChange={({ target }) =>
              onChange(target.checked ? [...value, scope] : value.filter((one) => one !== scope))
            }
          />
          <span>
            {names[scope]} <code>{scope}</code>
          </span>
        </label>
      ))}
      {issue && (
        <p id={issueId} className="field__error">
          {issue}
        </p>
      )}
    </fieldset>
  )
}
