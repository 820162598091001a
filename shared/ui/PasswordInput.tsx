import { useState, type ComponentProps } from 'react'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { classNames } from './class-names.ts'
import { useField } from './Field.tsx'
import { IconButton } from './IconButton.tsx'

type PasswordInputProps = Omit<ComponentProps<'input'>, 'type'> & { showLabel: string; hideLabel: string }

/** A password that can be looked at while typing. */
export function PasswordInput({ showLabel, hideLabel, className, ...rest }: PasswordInputProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye

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
        icon={<Icon size={20} aria-hidden />}
        onClick={() => setShown(!shown)}
      />
    </div>
  )
}
