import { useField } from '#shared/ui/Field.tsx'

export function Zoom({ value, max, onChange }: { value: number; max: number; onChange: (zoom: number) => void }) {
  return (
    <input
      {...useField()}
      className="cropper__zoom"
      type="range"
      min={1}
      max={max}
      step="any"
      value={value}
      aria-valuetext={`${Math.round(100 * value)}%`}
      onChange={({ target }) => onChange(Number(target.value))}
    />
  )
}
