/** Preloaded with `--import`: appends every statement that a program sends through pg to the file BENCH_STATEMENTS. */
import { appendFileSync } from 'node:fs'
import { Client } from 'pg'

const file = process.env.BENCH_STATEMENTS
if (!file) throw new Error('BENCH_STATEMENTS must name a file.')

const send: (...args: unknown[]) => unknown = Reflect.get(Client.prototype, 'query')

Reflect.set(Client.prototype, 'query', function record(this: unknown, ...args: unknown[]) {
  const [text, values] = args
  if (typeof text === 'string') appendFileSync(file, `${JSON.stringify({ text, values })}\n`)
  return Reflect.apply(send, this, args)
})
