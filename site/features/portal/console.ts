// @ts-expect-error The package has no types.
import swaggerUi from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import 'swagger-ui-dist/swagger-ui.css'
import { storedToken } from '#site/core/session.ts'

type Options = {
  domNode: HTMLElement
  spec: object
  docExpansion: 'none'
  defaultModelsExpandDepth: number
  validatorUrl: null
  plugins: (() => object)[]
  requestInterceptor: (request: object) => object
  onComplete: () => void
}
type Console = { preauthorizeApiKey: (scheme: string, token: string) => void }

const SwaggerUi = swaggerUi as (options: Options) => Console

/** Hides Swagger UI's introduction, because the page has its own. */
const withoutHead = () => ({ wrapComponents: { info: () => () => null, servers: () => () => null } })

type Document = { paths: Record<string, Record<string, { tags: string[] }>>; tags: { name: string }[] }

/** Opens Swagger UI with the token of the reader's login session, if there is one. */
export async function openConsole(place: HTMLElement, group: string | null): Promise<void> {
  const answer = await fetch('/api/openapi.json')
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
  const document = (await answer.json()) as Document
  const console = SwaggerUi({
    domNode: place,
    spec: group === null ? document : onlyOf(document, group),
    docExpansion: 'none',
    defaultModelsExpandDepth: -1,
    validatorUrl: null,
    // Requests that a reader sends from Swagger UI must not use the session cookie.
    plugins: [withoutHead],
    requestInterceptor: (request) => ({ ...request, credentials: 'omit' }),
    onComplete() {
      const token = storedToken()
      if (token !== null) console.preauthorizeApiKey('bearer', token)
    },
  })
}

function onlyOf(document: Document, group: string): Document {
  const paths = Object.entries(document.paths).flatMap(([path, operations]) => {
    const own = Object.entries(operations).filter(([, { tags }]) => tags.includes(group))
    return own.length > 0 ? [[path, Object.fromEntries(own)] as const] : []
  })
  return { ...document, paths: Object.fromEntries(paths), tags: document.tags.filter(({ name }) => name === group) }
}
