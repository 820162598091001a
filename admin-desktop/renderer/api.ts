import { createHttpApi, type FetchLike } from '../../shared/api/client.ts'
import { contract, type Api } from '../../shared/api/index.ts'
import { UNREACHABLE_HEADER } from '../wire.ts'

/** The page's own address answers every call; that the server gave no answer is told in a header. */
const fetchOfPage: FetchLike = async (url, init) => {
  const answer = await fetch(url, init as RequestInit)
  if (answer.headers.has(UNREACHABLE_HEADER)) throw new TypeError('The server is away')
  return answer
}

/** The panel's client; the credential is added in the main process. */
export const panelApi: Api = createHttpApi(contract, fetchOfPage)
