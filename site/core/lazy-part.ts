import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

const Nothing = () => null

/** A part that is loaded when it is shown. If its code cannot be loaded, the page goes on without it. */
export function lazyPart<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => load().catch(() => ({ default: Nothing })))
}
