import { mock } from 'bun:test'
import * as crypto from 'node:crypto'
import { NO_PASSWORD_HASH } from '#server/features/auth/passwords.ts'

/** Tests hash thousands of passwords, so hashing is made cheap; `login.test.ts` tests the real cost. */
const { hash, verify } = Bun.password
const hashCheaply = (password: string) =>
  hash.call(Bun.password, password, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 })
const ofNobody = await hashCheaply(crypto.randomUUID())

Object.assign(Bun.password, {
  hash: hashCheaply,
  verify: (password: string, stored: string) =>
    verify.call(Bun.password, password, stored === NO_PASSWORD_HASH ? ofNobody : stored),
})

const { scrypt } = crypto
type Done = (error: Error | null, key: Buffer) => void
mock.module('node:crypto', () => ({
  ...crypto,
  scrypt: (code: string, salt: string, length: number, done: Done) => {
    scrypt(code, salt, length, { N: 2 }, done)
  },
}))
