/** Preloaded with `--import`: appends every statement that a program sends through pg to the file BENCH_STATEMENTS. */
import { appendFileSync } from 'node:fs'
import { Client } from 'pg'
import { z } from 'zod'

const file = process.env.BENCH_STATEMENTS
if (!file) throw new Error('BENCH_STATEMENTS must name a file.')

const send: (...args: unknown[]) => unknown = Reflect.get(Client.prototype, 'query')

Reflect.set(Client.prototype, 'query', function record(this: unknown, ...args: unknown[]) {
  const [query, values] = args
  // A prepared statement is sent as an object, with its name.
  const statement = typeof query === 'string' ? { text: query, values } : query
  const sent = z.object({ text: z.string(), values: z.array(z.unknown()).optional() }).safeParse(statement)
  if (sent.success) appendFileSync(file, `${JSON.stringify(sent.data)}\n`)
  return Reflect.apply(send, this, args)
})
