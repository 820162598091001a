import { useTexts } from '#shared/texts.ts'
import { Checkbox } from '#shared/ui/Checkbox.tsx'
import { useSite } from '#site/core/site-context.tsx'

type AgeFieldProps = { checked: boolean; issue: string | undefined; onChecked: (checked: boolean) => void }

export function AgeField({ checked, issue, onChecked }: AgeFieldProps) {
  const { site } = useSite()
  const text = useTexts('authScreens')
  return (
    <div>
      <Checkbox
        name="age_confirmed"
        label={text.register.age(site.minimum_age)}
        checked={checked}
        required
        aria-invalid={issue !== undefined}
        aria-describedby="age-missing"
        onChange={(event) => onChecked(event.target.checked)}
      />
      <p id="age-missing" className="field__error" aria-live="polite">
        {issue}
      </p>
    </div>
  )
}
