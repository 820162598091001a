import { useText } from '#site/core/site-context.tsx'
import { robotTexts } from './texts.ts'

/** A field that nobody sees or reaches by keyboard; robots fill it in. */
export function Honeypot({ value, onValue }: { value: string; onValue: (website: string) => void }) {
  const { lang } = useText()
  return (
    <div className="honeypot" aria-hidden="true" inert>
      <label>
        {robotTexts[lang].honeypot}
        <input
          name="website"
          tabIndex={-1}
          autoComplete="off"
          value={value}
          onChange={(event) => onValue(event.target.value)}
        />
      </label>
    </div>
  )
}
