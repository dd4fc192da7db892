export { ConfigError, loadApiConfig, type ApiConfig } from './config.ts'
export { startApi, type RunningApi } from './start.ts'
