/** Preloaded with `--import`: sets a program's clock ten minutes ahead, as on a server whose clock is wrong. */
const aheadMs = 10 * 60 * 1000
const rightNow = Date.now

globalThis.Date = new Proxy(Date, {
  construct: (target, parts) => Reflect.construct(target, parts.length === 0 ? [rightNow() + aheadMs] : parts),
})
Date.now = () => rightNow() + aheadMs
