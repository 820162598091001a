import { useState } from 'react'
import { Checkbox } from '#shared/ui/Checkbox.tsx'
import { Dialog } from '#shared/ui/Dialog.tsx'
import { areSingleKeysOn, setSingleKeys } from '#shared/ui/single-keys.ts'
import { useText } from '#site/core/site-context.tsx'
import './keys.css'

export function KeyboardHelp({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useText()
  return (
    <Dialog open={isOpen} onClose={onClose} title={t.keyboard.title} closeLabel={t.app.close}>
      <Keys />
    </Dialog>
  )
}

function Keys() {
  const { keyboard: t } = useText()
  const [areOn, setOn] = useState(areSingleKeysOn)
  const keys = [
    ['j', t.keys.j],
    ['k', t.keys.k],
    [t.enterKey, t.keys.enter],
    ['a', t.keys.a],
    ['z', t.keys.z],
    ['s', t.keys.s],
    [']', t.keys.nextSibling],
    ['[', t.keys.previousSibling],
    ['u', t.keys.parent],
    ['n', t.keys.n],
    ['p', t.keys.p],
    ['r', t.keys.r],
    ['/', t.keys.slash],
    ['?', t.keys.help],
  ] as const
  return (
    <>
      <dl className="keys" data-off={!areOn || undefined}>
        {keys.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Checkbox
        label={t.switch}
        hint={t.switchHint}
        checked={areOn}
        onChange={(event) => {
          setOn(event.target.checked)
          setSingleKeys(event.target.checked)
        }}
      />
    </>
  )
}
