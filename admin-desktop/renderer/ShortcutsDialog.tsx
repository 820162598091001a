import { Dialog } from '../../shared/ui/Dialog.tsx'
import { useConsole } from './context.ts'

export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { state, t } = useConsole()
  const [ctrl, alt, shift] = state.platform === 'darwin' ? ['⌘', '⌥', '⇧'] : ['Ctrl', 'Alt', 'Shift']
  const { menu } = t
  const keys: [string[], string][] = [
    [[ctrl!, '1–8'], t.shortcuts.tabs],
    [[ctrl!, alt!, '1–9'], t.shortcuts.servers],
    [[ctrl!, 'K'], menu.queue],
    [[ctrl!, 'F'], menu.search],
    [[ctrl!, 'R'], menu.refresh],
    [[ctrl!, shift!, 'N'], menu.addServer],
    [[ctrl!, shift!, 'L'], menu.signOut],
    [[ctrl!, ','], menu.settings],
    [[ctrl!, '/'], menu.shortcuts],
    [[ctrl!, 'Q'], menu.quit],
  ]
  return (
    <Dialog open={open} onClose={onClose} title={t.shortcuts.title} closeLabel={t.shortcuts.close}>
      <table className="shortcuts">
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{t.shortcuts.key}</th>
            <th scope="col">{t.shortcuts.what}</th>
          </tr>
        </thead>
        <tbody>
          {keys.map(([pressed, what]) => (
            <tr key={what}>
              <td>
                {pressed.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </td>
              <td>{what.replace('…', '')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  )
}
