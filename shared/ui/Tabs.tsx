import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'

type Tab<Id extends string> = { id: Id; label: ReactNode; count?: ReactNode }

type TabsProps<Id extends string> = {
  label: string
  tabs: readonly Tab<Id>[]
  selected: Id
  onSelect: (id: Id) => void
  children: ReactNode
}

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  ArrowRight: (at, count) => (at + 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

export function Tabs<Id extends string>({ label, tabs, selected, onSelect, children }: TabsProps<Id>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)

  function move(event: KeyboardEvent) {
    const step = steps[event.key]
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const next = step(
      tabs.findIndex((tab) => tab.id === selected),
      tabs.length,
    )
    onSelect(tabs[next]!.id)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }

  return (
    <>
      <div className="page-tabs">
        <div ref={list} className="tabs" role="tablist" aria-label={label} onKeyDown={move}>
          {tabs.flatMap((tab) => [
            <button
              key={tab.id}
              type="button"
              role="tab"
              id={`${id}-${tab.id}`}
              className="tabs__tab"
              aria-selected={tab.id === selected}
              aria-controls={`${id}-panel`}
              tabIndex={tab.id === selected ? 0 : -1}
              onClick={() => onSelect(tab.id)}>
              {tab.label} {tab.count !== undefined && <span className="tabs__count">{tab.count}</span>}
            </button>,
            ' ',
          ])}
        </div>
      </div>
      <div role="tabpanel" id={`${id}-panel`} className="tab-panel" aria-labelledby={`${id}-${selected}`}>
        {children}
      </div>
    </>
  )
}
