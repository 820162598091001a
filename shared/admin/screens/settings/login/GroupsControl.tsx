import { useState } from 'react'
import { TextArea } from '#shared/ui/TextArea.tsx'
import type { CustomProps } from '../custom-props.ts'
import { groupLines, groupsOf } from './group-lines.ts'

type Groups = Record<string, string>

export function GroupsControl({ value, onChange, disabled }: CustomProps<Groups>) {
  const [text, setText] = useState(() => groupLines(value))
  return (
    <TextArea
      name="oidc_groups"
      value={text}
      rows={4}
      grow
      disabled={disabled}
      spellCheck={false}
      autoCapitalize="none"
      autoComplete="off"
      onChange={({ target }) => {
        setText(target.value)
        onChange(groupsOf(target.value))
      }}
    />
  )
}
