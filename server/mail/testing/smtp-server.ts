import type { Socket } from 'bun'

export type Received = { from: string; recipients: string[]; data: string }

type Session = { buffer: string; inData: boolean; current: Received }

/** A minimal SMTP server (RFC 5321) that accepts mail to everybody but `refused`. */
export function startSmtpServer(refused = 'refused@example.org', port = 0) {
  const received: Received[] = []
  const fresh = (): Received => ({ from: '', recipients: [], data: '' })

  const listener = Bun.listen<Session>({
    hostname: '127.0.0.1',
    port,
    socket: {
      open(socket) {
        socket.data = { buffer: '', inData: false, current: fresh() }
        socket.write('220 test ESMTP\r\n')
      },
      data(socket, chunk) {
        socket.data.buffer += chunk.toString('latin1')
        read(socket)
      },
    },
  })

  function read(socket: Socket<Session>): void {
    const session = socket.data
    const end = session.inData ? '\r\n.\r\n' : '\r\n'
    const at = session.buffer.indexOf(end)
    if (at === -1) return
    const piece = session.buffer.slice(0, at)
    session.buffer = session.buffer.slice(at + end.length)
    if (session.inData) {
      received.push({ ...session.current, data: piece.replaceAll('\r\n..', '\r\n.') })
      session.inData = false
      session.current = fresh()
      socket.write('250 taken\r\n')
    } else {
      answer(socket, piece)
    }
    read(socket)
  }

  function answer(socket: Socket<Session>, line: string): void {
    const address = /<(.*?)>/.exec(line)?.[1] ?? ''
    const command = line.slice(0, 4).toUpperCase()
    if (command === 'MAIL') socket.data.current.from = address
    if (command === 'RCPT' && address !== refused) socket.data.current.recipients.push(address)
    if (command === 'DATA') socket.data.inData = true
    socket.write(`${reply(command, address === refused)}\r\n`)
    if (command === 'QUIT') socket.end()
  }

  const reply = (command: string, isRefused: boolean) => {
    if (command === 'RCPT' && isRefused) return '550 no such mailbox'
    return { EHLO: '250 test', DATA: '354 go on', QUIT: '221 bye' }[command] ?? '250 fine'
  }

  return { url: `smtp://127.0.0.1:${listener.port}`, received, stop: () => listener.stop(true) }
}
