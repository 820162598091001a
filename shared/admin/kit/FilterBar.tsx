import type { ReactNode } from 'react'
import { Segmented } from '#shared/ui/Segmented.tsx'
import { usePlace } from './place.ts'

type FilterBarProps<Value extends string> = {
  label: string
  /** Name of the query parameter. */
  name: string
  options: readonly { value: Value; label: string }[]
  children?: ReactNode
}

export function FilterBar<Value extends string>({ label, name, options, children }: FilterBarProps<Value>) {
  const place = usePlace()
  const value = options.find((option) => option.value === place.get(name))?.value ?? options[0]!.value
  return (
    <div className="toolbar toolbar--filter">
      <Segmented label={label} options={options} value={value} onChange={(next) => place.set({ [name]: next })} />
      {children !== undefined && <div className="toolbar__end">{children}</div>}
    </div>
  )
}
