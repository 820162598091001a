import { ADMIN_PASSWORD } from '../../fixture.ts'

export type Member = { id: number; token: string }

export const headersOf = (by: Member | 'admin'): Record<string, string> => ({
  host: 'localhost',
  'content-type': 'application/json',
  ...(by === 'admin' ? { 'x-admin-password': ADMIN_PASSWORD } : { authorization: `Bearer ${by.token}` }),
})

export function callsOf(port: number) {
  const call = async (path: string, body: object, by: Member | 'admin') => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: headersOf(by),
    })
    return { status: answer.status, body: (await answer.json()) as { id: number; code?: string; issues?: object } }
  }
  const must = async (...request: Parameters<typeof call>) => {
    const { status, body } = await call(...request)
    if (status >= 300) throw new Error(`${request[0]}: ${status} ${JSON.stringify(body)}`)
    return body
  }
  return { call, must }
}
