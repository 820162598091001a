import { Suspense, use, type ReactNode } from 'react'

/** What a loader returned as a promise, as it crosses to the browser: the id of the script that holds its JSON. */
export type Deferred = { $deferred: string }

type Settled<T> = { value: T } | { failed: true }

const settling = new WeakMap<Promise<unknown>, Promise<Settled<unknown>>>()

/** What React notes on a promise whose value it may read without waiting. */
type Noted<T> = Promise<T> & { status?: 'fulfilled', value?: T }

/**
 * Never rejects, so that a failure is rendered like any other outcome; the same promise for the same promise. Once it is
 * there it is rendered at once.
 */
export function settled<T>(promise: Promise<T>): Promise<Settled<T>> {
  let outcome = settling.get(promise) as Noted<Settled<T>> | undefined
  if (!outcome) {
    const made: Noted<Settled<T>> = promise.then((value) => ({ value }), () => ({ failed: true as const }))
    void made.then((value) => Object.assign(made, { status: 'fulfilled', value }))
    settling.set(promise, outcome = made)
  }
  return outcome
}

/** What the ids of the scripts begin with that hold the JSON of a promise. */
export const DEFERRED = 'data:'

const scriptId = new WeakMap<Promise<unknown>, string>()

/** Gives a promise the id under which its JSON is written into the document. */
export function nameDeferred(promise: Promise<unknown>, id: string): Deferred {
  scriptId.set(promise, id)
  return { $deferred: id }
}

/** JSON that may stand inside a script element. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(/</g, '\\u003c').replace(/\u2028/g, '\\u2028').replace(/\u2029/g, '\\u2029')
}

const isDeferred = (value: unknown): value is Deferred => typeof value === 'object' && value !== null && '$deferred' in value

const fromDocument = new Map<string, Settled<unknown>>()

/** Those who wait for what the stream has not brought yet. */
const awaited = new Map<string, PromiseWithResolvers<Settled<unknown>>>()

/** Scripts whose text has come in part only. */
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

/**
 * Notes what the document brings as it streams in. A boundary that is drawn anew before its turn came, because something
 * above it changed, leaves the streamed one without a place, and React takes that out of the document as soon as it is there.
 */
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
  document.addEventListener('DOMContentLoaded', () => {
    observer.disconnect()
    unfinished.forEach(note)
    noteAll(document)
    for (const waiting of awaited.values()) waiting.resolve({ failed: true })
  }, { once: true })
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

function Resolved<T>({ value, children, failed }: { value: Promise<T> | T, children: (value: T) => ReactNode, failed: ReactNode }) {
  const inDocument = isDeferred(value) ? value.$deferred : null
  const found = (inDocument !== null ? readDocument(inDocument)
    : value instanceof Promise ? settled(value)
      : { value }) as Settled<T> | Promise<Settled<T>>
  const outcome = found instanceof Promise ? use(found) : found
  const id = inDocument ?? (value instanceof Promise ? scriptId.get(value) : undefined)
  return (
    <>
      {id !== undefined && (
        <script type="application/json" id={id} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: scriptJson(outcome) }} />
      )}
      {'failed' in outcome ? failed : children(outcome.value)}
    </>
  )
}

/**
 * Renders what a loader returned as a promise once it is there. On the server the boundary streams with its JSON; at
 * hydration that JSON is found in the document and nothing is fetched again.
 */
export function Await<T>({ value, fallback, failed, children }: {
  value: Promise<T> | T
  fallback: ReactNode
  failed: ReactNode
  children: (value: T) => ReactNode
}) {
  return (
    <Suspense fallback={fallback}>
      <Resolved value={value} failed={failed}>{children}</Resolved>
    </Suspense>
  )
}
