import { describe, expect, it } from 'vitest'
import { countErrors, parseWrk } from './wrk.ts'

const clean = `Running 2s test @ http://127.0.0.1:18080/
  1 threads and 50 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency   478.17us  415.35us   8.89ms   93.77%
    Req/Sec   109.24k     5.10k  115.76k    85.00%
  Latency Distribution
     50%  401.00us
     75%  544.00us
     90%  759.00us
     99%    1.46ms
  217324 requests in 2.00s, 261.26MB read
Requests/sec: 108579.69
Transfer/sec:    130.53MB
`

const broken = `Running 5s test @ http://127.0.0.1:18080/
  1 threads and 200 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     1.14s   415.35ms   2.01s    93.77%
    Req/Sec     1.24k     5.10      1.76k    85.00%
  Latency Distribution
     50%    1.02s
     75%    1.54s
     90%    1.99s
     99%    1.10m
  6200 requests in 5.00s, 1.26MB read
  Socket errors: connect 1, read 22, write 3, timeout 44
  Non-2xx or 3xx responses: 555
Requests/sec:   1240.00
Transfer/sec:    130.53KB
`

describe('parseWrk', () => {
  it('reads rate, count and latencies in milliseconds, and no errors if wrk prints none', () => {
    expect(parseWrk(clean)).toEqual({
      requests: 217_324,
      requestsPerSecond: 108_579.69,
      p50Ms: 0.401,
      p99Ms: 1.46,
      errors: { status: 0, connect: 0, read: 0, write: 0, timeout: 0 },
    })
  })

  it('reads every kind of error, and latencies in seconds and minutes', () => {
    const load = parseWrk(broken)
    expect(load).toMatchObject({ p50Ms: 1_020, p99Ms: 66_000 })
    expect(load.errors).toEqual({ status: 555, connect: 1, read: 22, write: 3, timeout: 44 })
    expect(countErrors(load)).toBe(625)
  })

  it('refuses output without figures rather than reporting zero', () => {
    expect(() => parseWrk('unable to connect to 127.0.0.1:1 Connection refused')).toThrow(/Expected wrk to print/)
  })
})
