import type { PointerEvent } from 'react'
import type { SettingValues } from '#shared/api/settings/registry.ts'
import { accentTokens, THEMES, type ThemeName } from '#shared/rules/accent.ts'
import { Field } from '#shared/ui/Field.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { useAdmin } from '../../../kit/context.ts'
import type { CustomProps } from '../custom-props.ts'
import { hueAt } from './hue-at.ts'

type Accent = SettingValues['accent']

const VARIANTS = ['normal', 'adult'] as const

const WHEEL = 'conic-gradient(in oklch longer hue, oklch(0.62 0.14 0deg), oklch(0.62 0.14 360deg))'

export function AccentControl({ value, onChange, disabled }: CustomProps<Accent>) {
  const { t } = useAdmin()
  const text = t.settings.accent
  return (
    <div className="accents">
      {VARIANTS.map((variant) => {
        const hue = value[variant]
        const choose = (next: number) => onChange({ ...value, [variant]: next })
        return (
          <fieldset key={variant} className="accent">
            <legend>{text.variants[variant]}</legend>
            <Wheel hue={hue} disabled={disabled} onChoose={choose} />
            <Field label={`${text.hue}: ${text.degrees(hue)}`}>
              <TextInput
                className="accent__range"
                type="range"
                name="accent"
                min={0}
                max={359}
                value={hue}
                disabled={disabled}
                aria-valuetext={text.degrees(hue)}
                onChange={({ target }) => choose(Number(target.value))}
              />
            </Field>
            <div className="accent__samples">
              <Sample hue={hue} theme={variant === 'normal' ? 'light' : 'adultLight'} name={text.themes.light} />
              <Sample hue={hue} theme={variant === 'normal' ? 'dark' : 'adult'} name={text.themes.dark} />
            </div>
          </fieldset>
        )
      })}
    </div>
  )
}

/** The wheel is for pointers; the slider beside it works with any input. */
function Wheel({ hue, disabled, onChoose }: { hue: number; disabled: boolean; onChoose: (hue: number) => void }) {
  function choose(event: PointerEvent<HTMLDivElement>) {
    if (disabled || event.buttons !== 1) return
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    onChoose(hueAt(event.clientX - left - width / 2, event.clientY - top - height / 2))
  }
  return (
    <div
      className="accent__wheel"
      style={{ background: WHEEL }}
      aria-hidden
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        choose(event)
      }}
      onPointerMove={choose}>
      <div className="accent__spot" style={{ rotate: `${hue}deg` }} />
    </div>
  )
}

function Sample({ hue, theme, name }: { hue: number; theme: ThemeName; name: string }) {
  const text = useAdmin().t.settings.accent
  const { neutrals } = THEMES[theme]
  const tokens = accentTokens(hue, THEMES[theme])
  if (tokens === null) return null
  return (
    <div className="accent__sample" style={{ background: neutrals.surface, color: neutrals.text }}>
      <span>{name}</span>
      <span className="accent__button" style={{ background: tokens['--accent'], color: neutrals.onAccent }}>
        {text.sample}
      </span>
      <span style={{ color: tokens['--accent-text'] }}>{text.link}</span>
    </div>
  )
}
