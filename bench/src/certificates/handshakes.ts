import { connect } from 'node:tls'

/**
 * A client program that only performs TLS handshakes, each a full one: `handshakes.ts PORT CLIENTS NAMES SECONDS ROUND`. Names are
 * `0.bench.test` and so on, in turn from one that depends on the round; with 0 seconds, each once. Prints how many there were, how long they took in seconds,
 * and how many failed.
 */
const [port = 0, clients = 1, names = 1, seconds = 0, round = 0] = process.argv.slice(2).map(Number)

let next = round * 1_000
let done = 0
let failed = 0
const startedMs = performance.now()
const isOver = () => (seconds === 0 ? next >= round * 1_000 + names : performance.now() - startedMs >= seconds * 1_000)

function shake(servername: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', servername, rejectUnauthorized: false })
    socket.once('secureConnect', () => {
      done += 1
      // In TLS 1.3 the last message of the handshake has yet to be sent.
      socket.resume().end()
    })
    socket.once('error', () => (failed += 1))
    socket.once('close', () => resolve())
  })
}

async function run(): Promise<void> {
  while (!isOver()) await shake(`${(next += 1) % names}.bench.test`)
}

await Promise.all(Array.from({ length: clients }, run))
console.log(JSON.stringify({ done, failed, seconds: (performance.now() - startedMs) / 1_000 }))
