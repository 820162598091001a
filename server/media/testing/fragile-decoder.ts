import { answerRequests, reply } from '../decoder.ts'

/* A decoder with faults: a file that begins with 'exit' ends the process, one with 'hang' gets no reply, and one
   with 'wait' gets a reply only if it is the first file of its process. */

let received = 0

answerRequests(async (request) => {
  received += 1
  const isFirst = received === 1
  const word = await Bun.file(request.task.path).slice(0, 4).text()
  if (word === 'exit') process.kill(process.pid, 'SIGKILL')
  if (word === 'hang' || (word === 'wait' && !isFirst)) await new Promise(() => {})
  return reply(request)
})
