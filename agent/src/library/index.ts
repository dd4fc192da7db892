/**
 * Tunnels for programs: `await using tunnel = await listen(server)`. The same engine as the `culvert` command, without a command line.
 *
 * @module
 */
export { CulvertError } from './errors.ts'
export type { CulvertErrorCode } from './errors.ts'
export { listen } from './listen.ts'
export type { Tunnel } from './listen.ts'
export type { HeaderOptions, ListenOptions } from './options.ts'
export type { ListenTarget } from './target.ts'
export type { TunnelEvent, TunnelEventOf } from '../tunnel/events.ts'
