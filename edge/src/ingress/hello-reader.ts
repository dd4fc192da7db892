import type { Socket } from 'node:net'
import { guard } from '@culvert/program/guard'
import type { FaultBearer } from '@culvert/program/guard'
import { parseClientHello } from './client-hello.ts'
import type { ClientHello } from './client-hello.ts'

/** Called with what a connection begins with, which is still to be read; undefined when that is no ClientHello. */
type OnHello = (hello: ClientHello | undefined) => void

/** Looks at the beginning of connections before a TLS server has them. */
export class HelloReader {
  readonly #handshakeMs: number

  /** `handshakeMs` is how long a ClientHello may take. */
  constructor(handshakeMs: number) {
    this.#handshakeMs = handshakeMs
  }

  read(socket: Socket, bearer: FaultBearer, onHello: OnHello): void {
    socket.on('error', () => {})
    const end = () => socket.destroy()
    const deadline = setTimeout(guard('client-hello.timeout', bearer, end), this.#handshakeMs).unref()
    const forget = guard('client-hello.close', bearer, () => {
      clearTimeout(deadline)
      socket.off('readable', onReadable).off('end', onEnd).off('close', forget)
    })
    const onEnd = guard('client-hello.end', bearer, end)
    let received = Buffer.alloc(0)
    const onReadable = guard('client-hello.data', bearer, () => {
      const chunk: Buffer | null = socket.read()
      if (chunk === null) return
      received = Buffer.concat([received, chunk])
      const hello = parseClientHello(received)
      if (hello === 'incomplete') return
      forget()
      socket.unshift(received)
      onHello(hello === 'other' ? undefined : hello)
    })
    socket.on('readable', onReadable).on('end', onEnd).on('close', forget)
  }
}
