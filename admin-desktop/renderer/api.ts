import { createHttpApi, type FetchLike } from '../../shared/api/client.ts'
import { contract, type Api } from '../../shared/api/index.ts'
import { UNREACHABLE_HEADER } from '../wire.ts'

const fetchOfPage: FetchLike = async (url, init) => {
  const answer = await fetch(url, init as RequestInit)
  if (answer.headers.has(UNREACHABLE_HEADER)) throw new TypeError('The server did not answer')
  return answer
}

/** The main process adds the credential. */
export const panelApi: Api = createHttpApi(contract, fetchOfPage)
