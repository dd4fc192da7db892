import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { decode, encode, RECURSION_DESIRED } from 'dns-packet'
import type { Cleanup } from './cleanup.ts'

/** A name server on this machine that knows TXT records only. */
export interface NameServer {
  /** As DNS_RESOLVERS takes it. */
  address: string
  /** The texts by name; a name that is missing has none. */
  texts: Map<string, string>
}

/** Starts a name server that goes with the tests. */
export async function startNameServer(cleanup: Cleanup): Promise<NameServer> {
  const texts = new Map<string, string>()
  const socket = createSocket('udp4')
  socket.on('message', (message, { port, address }) => {
    const { id, questions } = decode(message)
    const [question] = questions ?? []
    const text = question?.type === 'TXT' ? texts.get(question.name.toLowerCase()) : undefined
    const answers =
      question && text !== undefined ? [{ type: 'TXT' as const, name: question.name, data: text, ttl: 1 }] : []
    socket.send(encode({ type: 'response', id, flags: RECURSION_DESIRED, questions, answers }), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  cleanup.defer(() => socket.close())
  return { address: `127.0.0.1:${socket.address().port}`, texts }
}
