import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { loadConfig } from '#server/config.ts'
import { chooseProvider, createAi, hasKey, type Question } from './ai.ts'
import { AiFailure } from './provider.ts'
import { PATHS, settingsFor, startProvider, type Wire } from './testing/provider-server.ts'

const QUESTION: Question = { system: 'zasady', prompt: 'pytanie', kind: 'comment', lang: 'pl', maxLength: 10_000 }

const refused = (answer: Promise<string>) =>
  answer.then(
    () => null,
    (error: unknown) => error,
  )

describe.each(['openai', 'anthropic', 'ollama'] satisfies Wire[])('%s', (wire) => {
  const server = startProvider(wire)
  const provider = chooseProvider(loadConfig({ ...settingsFor(wire, server.url), AI_MODEL: 'mój-model' }))
  const ai = createAi(provider)

  beforeEach(() => {
    server.asked.length = 0
  })
  afterAll(() => server.stop())

  test("a provider gets a request in its own format, and the model's text is returned", async () => {
    server.next = [{ kind: 'text', text: '  Zażółć gęślą jaźń\r\n\u0000\u001b[31m 😀 ' }]
    expect(await ai.ask(QUESTION)).toBe('Zażółć gęślą jaźń\n[31m 😀')
    const [{ path, body, headers }] = server.asked as [(typeof server.asked)[number]]
    expect(path).toBe(PATHS[wire])
    expect(body.model).toBe('mój-model')
    expect(JSON.stringify(body)).toContain('zasady')
    expect(body.messages.at(-1)).toEqual({ role: 'user', content: 'pytanie' })
    expect(body.max_completion_tokens ?? body.max_tokens ?? body.options?.num_predict).toBe(2_000)
    expect(headers.get('authorization')).toBe(
      { openai: 'Bearer openai-key', anthropic: 'Bearer anthropic-key', ollama: null }[wire],
    )
  })

  test.each([429, 500, 503, 529])('a request to the AI provider is retried once after a status %d', async (status) => {
    server.next = [
      { kind: 'status', status, retryAfter: '0' },
      { kind: 'text', text: 'po chwili' },
    ]
    expect(await ai.ask(QUESTION)).toBe('po chwili')
    expect(server.asked.length).toBe(2)
    server.next = [{ kind: 'status', status, retryAfter: '0' }]
    expect(await refused(ai.ask(QUESTION))).toBeInstanceOf(AiFailure)
    expect(server.asked.length).toBe(4)
  })

  test.each([400, 401, 403, 404])('a request to the AI provider is not retried after a status %d', async (status) => {
    server.next = [
      { kind: 'status', status },
      { kind: 'text', text: 'nikt nie pyta' },
    ]
    const error = (await refused(ai.ask(QUESTION))) as AiFailure
    expect(error).toBeInstanceOf(AiFailure)
    expect(error.message).toBe(`${wire} answered with status ${status}`)
    expect(server.asked.length).toBe(1)
  })

  test('a request to the AI provider is not retried where Retry-After exceeds the time limit', async () => {
    server.next = [
      { kind: 'status', status: 429, retryAfter: '60' },
      { kind: 'text', text: 'za późno' },
    ]
    expect(await refused(ai.ask(QUESTION))).toBeInstanceOf(AiFailure)
    expect(server.asked.length).toBe(1)
  })

  test('a request to the AI provider is aborted after its time limit and not retried', async () => {
    server.next = [{ kind: 'hang' }]
    const error = (await refused(createAi(provider, { timeLimit: 300 }).ask(QUESTION))) as AiFailure
    expect(error).toBeInstanceOf(AiFailure)
    expect(server.asked.length).toBe(1)
  })

  test.each([
    ['no JSON', '<html>Bad gateway</html>'],
    ['another shape', '{"hello":"world"}'],
    ['an empty object', '{}'],
    ['nothing', ''],
    ['null', 'null'],
    ['a list', '[]'],
    ['empty choices', '{"choices":[],"content":[],"message":{}}'],
    [
      'a text that is none',
      '{"choices":[{"message":{"content":7}}],"content":[{"type":"text","text":7}],"message":{"content":7}}',
    ],
  ])('an AI answer with %s counts as a failure of the provider', async (_, body) => {
    server.next = [{ kind: 'body', body }]
    expect(await refused(ai.ask(QUESTION))).toBeInstanceOf(AiFailure)
  })

  test.each(['', ' \n\t ', '\u0000\u0007'])('a blank AI answer counts as a failure of the provider', async (text) => {
    server.next = [{ kind: 'text', text }]
    expect(await refused(ai.ask(QUESTION))).toBeInstanceOf(AiFailure)
  })

  test('an AI answer that is too long is cut at the end of a word', async () => {
    server.next = [{ kind: 'text', text: `<script>alert(1)</script> ${'słowo '.repeat(8_333)}`.slice(0, 50_000) }]
    const answer = await ai.ask(QUESTION)
    expect(answer.length).toBeLessThanOrEqual(10_000)
    expect(answer.length).toBeGreaterThan(9_900)
    expect(answer).toEndWith(' słowo…')
  })

  test('a request to an AI provider that cannot be reached is tried twice', async () => {
    const gone = createAi(chooseProvider(loadConfig(settingsFor(wire, 'http://127.0.0.1:9'))), { timeLimit: 5_000 })
    const error = (await refused(gone.ask(QUESTION))) as AiFailure
    expect([error.message, error.isPassing]).toEqual([`${wire} cannot be reached`, true])
  })
})

describe('the mock AI provider', () => {
  const mock = createAi(chooseProvider(loadConfig({})))

  test("the mock AI answer is marked as such in the reader's language; equal questions get equal answers", async () => {
    const first = await mock.ask(QUESTION)
    expect(first).toContain('próbna odpowiedź')
    expect(await mock.ask(QUESTION)).toBe(first)
    expect(await mock.ask({ ...QUESTION, prompt: 'inne' })).not.toBe(first)
    expect(await mock.ask({ ...QUESTION, lang: 'en' })).toContain('mock answer')
    expect(await mock.ask({ ...QUESTION, kind: 'post' })).toMatch(/^Próbny post bota nr \d+\n\n./)
  })

  test.each([
    [{}, 'mock', false],
    [{ OPENAI_API_KEY: 'k' }, 'mock', false],
    [{ AI_PROVIDER: 'openai' }, 'mock', false],
    [{ AI_PROVIDER: 'anthropic', OPENAI_API_KEY: 'k' }, 'mock', false],
    [{ AI_PROVIDER: 'ollama' }, 'mock', false],
    [{ AI_PROVIDER: 'openai', OPENAI_API_KEY: 'k' }, 'openai', true],
    [{ AI_PROVIDER: 'anthropic', ANTHROPIC_API_KEY: 'k' }, 'anthropic', true],
    [{ AI_PROVIDER: 'ollama', OLLAMA_URL: 'http://localhost:11434' }, 'ollama', true],
  ] as [Record<string, string>, string, boolean][])(
    'the mock AI provider is used where the chosen one has no key: %p',
    (settings, name, key) => {
      const config = loadConfig(settings)
      expect([chooseProvider(config).name, hasKey(config)]).toEqual([name, key])
    },
  )
})
