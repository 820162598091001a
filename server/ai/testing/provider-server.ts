export type Behaviour =
  | { kind: 'text'; text: string }
  | { kind: 'status'; status: number; retryAfter?: string }
  | { kind: 'hang' }
  | { kind: 'body'; body: string }

export type Wire = 'openai' | 'anthropic' | 'ollama'

const ANSWERS: Record<Wire, (text: string) => object> = {
  openai: (text) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [
      { index: 0, message: { role: 'assistant', content: text, refusal: null }, finish_reason: 'stop', logprobs: null },
    ],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  }),
  anthropic: (text) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [{ type: 'text', text, citations: null }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  }),
  ollama: (text) => ({
    model: 'm',
    created_at: '2026-01-01T00:00:00Z',
    message: { role: 'assistant', content: text },
    done: true,
    done_reason: 'stop',
  }),
}

export const PATHS: Record<Wire, string> = {
  openai: '/chat/completions',
  anthropic: '/v1/messages',
  ollama: '/api/chat',
}

type AskedBody = {
  model: string
  messages: { role: string; content: string }[]
  max_completion_tokens?: number
  max_tokens?: number
  options?: { num_predict: number }
}

type Asked = { path: string; headers: Headers; body: AskedBody }

/** Starts a fake AI provider that sends the responses in `next`, and then repeats the last one. */
export function startProvider(wire: Wire) {
  const asked: Asked[] = []
  const provider = { next: [] as Behaviour[], asked, meanwhile: async () => {}, url: '', stop: () => server.stop(true) }
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      asked.push({
        path: new URL(request.url).pathname,
        headers: request.headers,
        body: (await request.json()) as Asked['body'],
      })
      const behaviour = provider.next.length > 1 ? provider.next.shift()! : provider.next[0]!
      await provider.meanwhile()
      return answer(behaviour)
    },
  })
  provider.url = `http://127.0.0.1:${server.port}`
  return provider

  function answer(behaviour: Behaviour): Response | Promise<Response> {
    if (behaviour.kind === 'hang') return new Promise(() => {})
    if (behaviour.kind === 'body')
      return new Response(behaviour.body, { headers: { 'content-type': 'application/json' } })
    if (behaviour.kind === 'text') return Response.json(ANSWERS[wire](behaviour.text))
    const headers = behaviour.retryAfter === undefined ? undefined : { 'retry-after': behaviour.retryAfter }
    return Response.json(
      { error: { type: 'error', message: 'secret of the provider' } },
      { status: behaviour.status, headers },
    )
  }
}

export function settingsFor(wire: Wire, url: string): Record<string, string> {
  return {
    openai: { AI_PROVIDER: 'openai', OPENAI_API_KEY: 'openai-key', OPENAI_BASE_URL: url },
    anthropic: { AI_PROVIDER: 'anthropic', ANTHROPIC_API_KEY: 'anthropic-key', ANTHROPIC_BASE_URL: url },
    ollama: { AI_PROVIDER: 'ollama', OLLAMA_URL: url },
  }[wire]
}
