import type { CreateSession } from './types.ts'

export type * from './types.ts'

export const createSession: CreateSession = () => {
  throw new Error('createSession is being built; it arrives with the next commit')
}
