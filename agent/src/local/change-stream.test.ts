import { once } from 'node:events'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { RequestSummary } from '../inspection/api-types.ts'
import { noBody } from '../inspection/kept-request.ts'
import type { KeptRequest } from '../inspection/kept-request.ts'
import { Recorder } from '../inspection/recorder.ts'
import { deferClose } from '../testing/cleanup.ts'
import { listen } from '../testing/sockets.ts'
import { followChanges } from './change-stream.ts'

describe('the stream of changes', () => {
  it('waits once for a reader that has stopped reading, however many changes come, and then sends one batch', async () => {
    const recorder = new Recorder({ isOn: true, keepsSecrets: false, webhookSecrets: [] })
    const following = Promise.withResolvers<ServerResponse>()
    const server = createServer((_request, response) => {
      followChanges(recorder, {}, response)
      following.resolve(response)
    })
    const socket = connect(await listen(server), '127.0.0.1')
    deferClose(() => void socket.destroy())
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    socket.pause()
    const response = await following.promise
    let count = 0
    while (!response.writableNeedDrain) {
      recorder.ring.publish(createRequest((count += 1), 500_000))
      await setTimeout(10)
    }
    for (let extra = 0; extra < 5; extra += 1) {
      recorder.ring.publish(createRequest((count += 1), 1))
      await setTimeout(150)
      expect(response.listenerCount('drain')).toBe(1)
    }
    let received = ''
    socket.on('data', (text: Buffer) => (received += text.toString('latin1'))).resume()
    while (!received.includes(`"web-${count}"`)) await once(socket, 'data')
    const events = received.split('data: ').filter((event) => /"web-\d+"/.test(event))
    expect(events.at(-1)?.match(/"id":"web-\d+"/g)).toHaveLength(5)
  })
})

function createRequest(sequence: number, length: number): KeptRequest {
  const summary: RequestSummary = {
    id: `web-${sequence}`,
    requestId: undefined,
    tunnel: 'web',
    startedAt: new Date().toISOString(),
    kind: 'http',
    method: 'GET',
    target: `/${'x'.repeat(length)}`,
    status: 200,
    state: 'complete',
    failure: undefined,
    firstByteMs: 1,
    durationMs: 1,
    bytesIn: 0,
    bytesOut: 0,
    replayOf: undefined,
    webhook: undefined,
  }
  return {
    sequence,
    summary,
    host: 'demo.test',
    visitorAddress: '::1',
    requestFields: [],
    requestBody: noBody,
    reason: 'OK',
    responseFields: [],
    responseBody: noBody,
    frames: [],
    framesDropped: 0,
    redacted: new Set(),
    reserved: 0,
  }
}
