export { ConfigError, loadApiConfig, type ApiConfig } from './ground/config.ts'
export { startApi, type RunningApi } from './start.ts'
