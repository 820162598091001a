import { Suspense, use, useEffect, useRef, type ReactNode } from 'react'
import { markHydrated } from './early-input.ts'

/** A promise in the page's data; `$deferred` is the id of the script element that will contain its JSON. */
type Deferred = { $deferred: string }

type Settled<T> = { value: T } | { failed: true }

const settling = new WeakMap<Promise<unknown>, Promise<Settled<unknown>>>()

/** The returned promise never rejects, and is the same for the same promise, as React's `use` requires. */
export function settled<T>(promise: Promise<T>): Promise<Settled<T>> {
  let outcome = settling.get(promise) as Promise<Settled<T>> | undefined
  if (!outcome) {
    outcome = promise.then(
      (value) => ({ value }),
      () => ({ failed: true as const }),
    )
    settling.set(promise, outcome)
  }
  return outcome
}

export const DEFERRED = 'data:'

const scriptId = new WeakMap<Promise<unknown>, string>()

export function nameDeferred(promise: Promise<unknown>, id: string): Deferred {
  scriptId.set(promise, id)
  return { $deferred: id }
}

export function scriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029')
}

const isDeferred = (value: unknown): value is Deferred =>
  typeof value === 'object' && value !== null && '$deferred' in value

const fromDocument = new Map<string, Settled<unknown>>()

const awaited = new Map<string, PromiseWithResolvers<Settled<unknown>>>()

const unfinished = new Set<Element>()

function note(script: Element): void {
  if (!script.id.startsWith(DEFERRED) || fromDocument.has(script.id)) return
  try {
    const outcome = JSON.parse(script.textContent) as Settled<unknown>
    fromDocument.set(script.id, outcome)
    awaited.get(script.id)?.resolve(outcome)
    unfinished.delete(script)
  } catch {
    unfinished.add(script)
  }
}

/** Reads the JSON of deferred promises as soon as it arrives, as React may remove the script before hydration. */
export function noteDeferred(): void {
  const noteAll = (within: ParentNode) => within.querySelectorAll('script[type="application/json"]').forEach(note)
  noteAll(document)
  if (document.readyState !== 'loading') return
  const observer = new MutationObserver((changes) => {
    unfinished.forEach(note)
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (node instanceof HTMLScriptElement) note(node)
      else if (node instanceof Element) noteAll(node)
    }
  })
  observer.observe(document, { childList: true, subtree: true })
  document.addEventListener(
    'DOMContentLoaded',
    () => {
      observer.disconnect()
      unfinished.forEach(note)
      noteAll(document)
      for (const waiting of awaited.values()) waiting.resolve({ failed: true })
    },
    { once: true },
  )
}

function readDocument(id: string): Settled<unknown> | Promise<Settled<unknown>> {
  const waiting = awaited.get(id)
  if (waiting) return waiting.promise
  const outcome = fromDocument.get(id)
  if (outcome) return outcome
  if (document.readyState !== 'loading') return { failed: true }
  const made = Promise.withResolvers<Settled<unknown>>()
  awaited.set(id, made)
  return made.promise
}

function Resolved<T>({
  value,
  children,
  failed,
}: {
  value: Promise<T> | T
  children: (value: T) => ReactNode
  failed: ReactNode
}) {
  const inDocument = isDeferred(value) ? value.$deferred : null
  const found = (
    inDocument !== null ? readDocument(inDocument) : value instanceof Promise ? settled(value) : { value }
  ) as Settled<T> | Promise<Settled<T>>
  const outcome = found instanceof Promise ? use(found) : found
  const id = inDocument ?? (value instanceof Promise ? scriptId.get(value) : undefined)
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => markHydrated(part.current!), [])
  return (
    <div ref={part} className="late" data-late="">
      {id !== undefined && (
        <script
          type="application/json"
          id={id}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: scriptJson(outcome) }}
        />
      )}
      {'failed' in outcome ? failed : children(outcome.value)}
    </div>
  )
}

/** Shows a promise's value; hydration reads the JSON that the server streams with it instead of fetching again. */
export function Await<T>({
  value,
  fallback,
  failed,
  children,
}: {
  value: Promise<T> | T
  fallback: ReactNode
  failed: ReactNode
  children: (value: T) => ReactNode
}) {
  return (
    <Suspense fallback={fallback}>
      <Resolved value={value} failed={failed}>
        {children}
      </Resolved>
    </Suspense>
  )
}
