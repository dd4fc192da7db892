import { findApiKeyNames } from './repository.ts'

export const apiKeyLoaders = {
  /** The name of a key, revoked or not. Key: its id. */
  apiKeyName: findApiKeyNames,
}
