export { readInto } from './read-into.ts'
export { recordBytesMax, SocketReader } from './socket-reader.ts'
export type { ChunkReader } from './socket-reader.ts'
