import type { Socket } from 'node:net'

const headBytesMax = 16 * 1024

/**
 * Reads the head of a response and leaves the socket paused. `rest` is the data after it. Rejects with a clause such as `closed the connection
 * without an answer`.
 */
export function readHead(socket: Socket): Promise<{ head: string; rest: Buffer }> {
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0)
    const settle = (act: () => void) => {
      socket.off('data', take).off('end', ended).off('error', fail)
      socket.pause()
      act()
    }
    const fail = (error?: Error) => {
      const why = error === undefined ? 'closed the connection without an answer' : `gave no answer (${error.message})`
      settle(() => reject(new Error(why)))
    }
    const ended = () => fail()
    const take = (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      const end = received.indexOf('\r\n\r\n')
      if (end !== -1)
        settle(() => resolve({ head: received.toString('latin1', 0, end), rest: received.subarray(end + 4) }))
      else if (received.length > headBytesMax) fail()
    }
    socket.on('data', take).on('end', ended).on('error', fail).resume()
  })
}
