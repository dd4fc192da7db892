export { ConfigError, loadEdgeConfig } from './config.ts'
export type { EdgeConfig, EdgeTiming, LogLevel } from './config.ts'
export { startEdge } from './edge.ts'
export type { RunningEdge } from './edge.ts'
