import { findUsers } from './repository.ts'

export const userLoaders = {
  /** Key: the user's id. */
  user: findUsers,
}
