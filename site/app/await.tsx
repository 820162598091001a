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

function readDocument(id: string): Settled<unknown> {
  let outcome = fromDocument.get(id)
  if (!outcome) {
    const text = document.getElementById(id)?.textContent
    outcome = text ? JSON.parse(text) as Settled<unknown> : { failed: true }
    fromDocument.set(id, outcome)
  }
  return outcome
}

function Resolved<T>({ value, children, failed }: { value: Promise<T> | T, children: (value: T) => ReactNode, failed: ReactNode }) {
  const inDocument = isDeferred(value) ? value.$deferred : null
  const outcome = (inDocument !== null ? readDocument(inDocument)
    : value instanceof Promise ? use(settled(value))
      : { value }) as Settled<T>
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
