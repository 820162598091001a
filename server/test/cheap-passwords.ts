/** Loaded before every test file: tests store and check thousands of passwords, whose real cost is compared in `login.test.ts`. */
const { hash } = Bun.password

Object.assign(Bun.password, {
  hash: (password: string) => hash.call(Bun.password, password, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 }),
})
