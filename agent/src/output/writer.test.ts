import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import type { AgentEvent } from './events.ts'
import { JsonOutput } from './json-output.ts'
import { PlainOutput } from './plain-output.ts'

const request = {
  event: 'request',
  method: 'GET',
  path: `/${'x'.repeat(1_000)}`,
  status: 200,
  durationMs: 1,
  firstByteMs: 1,
  bytesIn: 0,
  bytesOut: 2,
} satisfies AgentEvent

describe.each([
  ['JSON', (stream: PassThrough) => new JsonOutput(stream)],
  ['plain lines', (stream: PassThrough) => new PlainOutput(stream, stream)],
])('output as %s', (_kind, create) => {
  it('keeps a bounded amount for a reader that has stopped reading, and says later how much it missed', async () => {
    const stream = new PassThrough()
    const output = create(stream)
    for (let count = 0; count < 3_000; count += 1) {
      for (let index = 0; index < 10; index += 1) output.show(request)
      // A line of another kind ends the collecting of requests.
      if (count % 100 === 0) output.show({ event: 'connected' })
      output.show({ event: 'reconnecting', reason: 'x', delayMs: 0 })
      expect(stream.writableLength).toBeLessThan(4_300_000)
    }
    output.show({ event: 'stopping' })
    const reading = text(stream)
    await output.close()
    stream.end()
    const lines = (await reading).trimEnd().split('\n')
    const missed = lines.map((line) => Number(/(\d[\d,]*) lines left out/.exec(line)?.[1]?.replaceAll(',', '') ?? 0))
    const written = lines.length - missed.filter((count) => count > 0).length
    expect(written + missed.reduce((sum, count) => sum + count, 0)).toBe(33_031)
    expect(lines.findLast((line) => !line.includes('left out'))).toMatch(/stopping/i)
  })
})
