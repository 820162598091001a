import Plus from 'lucide/dist/esm/icons/plus.mjs'
import Settings from 'lucide/dist/esm/icons/settings.mjs'
import { Icon } from '../../shared/ui/Icon.tsx'
import { IconButton } from '../../shared/ui/IconButton.tsx'
import { Select } from '../../shared/ui/Select.tsx'
import { bridge } from './bridge.ts'
import { hostOf, useConsole } from './context.ts'
import { Mark } from './Mark.tsx'

type BarProps = { onAddServer: () => void; onSettings: () => void }

export function Bar({ onAddServer, onSettings }: BarProps) {
  const { state, t } = useConsole()
  return (
    <header className="console-bar" aria-label={t.bar.label}>
      <Mark className="console-bar__mark" />
      <span
        className={state.is_online ? 'console-bar__light' : 'console-bar__light console-bar__light--off'}
        aria-hidden
      />
      <div className="console-bar__server">
        <Select
          aria-label={t.bar.server}
          value={state.current ?? ''}
          onChange={(event) => void bridge.chooseServer(event.target.value)}>
          {state.servers.map(({ address }) => (
            <option key={address} value={address}>
              {hostOf(address)}
            </option>
          ))}
        </Select>
      </div>
      <IconButton label={t.bar.addServer} icon={<Icon of={Plus} size={20} />} onClick={onAddServer} />
      <span className="console-bar__gap" />
      <IconButton label={t.bar.settings} icon={<Icon of={Settings} size={20} />} onClick={onSettings} />
    </header>
  )
}
