import { useTexts } from '#shared/texts.ts'

/** A hidden field that only bots fill in. */
export function Honeypot({ value, onValue }: { value: string; onValue: (website: string) => void }) {
  const texts = useTexts('robots')
  return (
    <div className="honeypot" aria-hidden="true" inert>
      <label>
        {texts.honeypot}
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
