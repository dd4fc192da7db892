import { findBlocks } from './repository.ts'

export const hostnameBlockLoaders = {
  /** The block of a hostname. Key: the hostname. */
  hostnameBlock: findBlocks,
}
