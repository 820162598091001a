export function Key({ of }: { of: string }) {
  return <kbd className="queue__key" aria-hidden="true">{of}</kbd>
}
