import { useState, type ComponentProps } from 'react'
import Eye from 'lucide/dist/esm/icons/eye.mjs'
import EyeOff from 'lucide/dist/esm/icons/eye-off.mjs'
import { classNames } from './class-names.ts'
import { useField } from './Field.tsx'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'

type PasswordInputProps = Omit<ComponentProps<'input'>, 'type'> & { showLabel: string; hideLabel: string }

export function PasswordInput({ showLabel, hideLabel, className, ...rest }: PasswordInputProps) {
  const [shown, setShown] = useState(false)
  const icon = shown ? EyeOff : Eye

  return (
    <div className="input-wrap">
      <input
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...useField()}
        {...rest}
        type={shown ? 'text' : 'password'}
        className={classNames('input', className)}
      />
      <IconButton
        className="needs-js"
        label={shown ? hideLabel : showLabel}
        icon={<Icon of={icon} size={20} />}
        onClick={() => setShown(!shown)}
      />
    </div>
  )
}
