/**
 * Preloaded with `--import`: a wall clock that a test can set. It is off by CLOCK_OFF_MS milliseconds at the start,
 * and jumps at each SIGIO, by CLOCK_JUMPS_MS in turn (separated by commas).
 */
const jumps = (process.env.CLOCK_JUMPS_MS ?? '').split(',').map(Number)
const realNow = Date.now
let offMs = Number(process.env.CLOCK_OFF_MS ?? 0)
let count = 0

Date.now = () => realNow() + offMs
globalThis.Date = new Proxy(Date, {
  construct: (target, parts) => Reflect.construct(target, parts.length === 0 ? [Date.now()] : parts),
})
process.on('SIGIO', () => {
  offMs += jumps[count % jumps.length] ?? 0
  process.stderr.write(`clock jump ${(count += 1)}\n`)
})
