import { NO_PASSWORD_HASH } from '#server/features/auth/passwords.ts'

/** Loaded before every test file: tests store and check thousands of passwords, whose real cost is compared in `login.test.ts`. */
const { hash, verify } = Bun.password
const hashCheaply = (password: string) => hash.call(Bun.password, password, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 })
const ofNobody = await hashCheaply(crypto.randomUUID())

Object.assign(Bun.password, {
  hash: hashCheaply,
  verify: (password: string, stored: string) => verify.call(Bun.password, password, stored === NO_PASSWORD_HASH ? ofNobody : stored),
})
