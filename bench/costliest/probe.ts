import { dlopen, FFIType, ptr } from 'bun:ffi'

/* Loaded into the server by `bun --preload`. `GET /` on PROBE_PORT returns the CPU time of the longest event loop
   turn and of all turns since the last such request. */

const CLOCK_THREAD_CPUTIME_ID = 3
const libc = dlopen('libc.so.6', { clock_gettime: { args: [FFIType.i32, FFIType.ptr], returns: FFIType.i32 } })
const time = new BigInt64Array(2)

function threadCpu(): number {
  libc.symbols.clock_gettime(CLOCK_THREAD_CPUTIME_ID, ptr(time))
  return Number(time[0]) * 1_000 + Number(time[1]) / 1e6
}

let last = threadCpu()
let longest = 0
let total = 0

setInterval(() => {
  const now = threadCpu()
  longest = Math.max(longest, now - last)
  total += now - last
  last = now
}, 1).unref()

Bun.serve({
  hostname: '127.0.0.1',
  port: Number(process.env.PROBE_PORT),
  fetch() {
    const answer = { longest, total }
    longest = 0
    total = 0
    return Response.json(answer)
  },
})
