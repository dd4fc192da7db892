import { networkOf } from '@culvert/program'
import { createLoaders, type SharedLoaders } from '../features/loaders.ts'
import type { App } from '../platform/app.ts'
import type { RequestContext } from '../platform/context.ts'
import type { LargeReads } from './cost/large-reads.ts'
import type { OperationBudget } from './cost/operation-budget.ts'
import type { ReadLimiter } from './read-limit.ts'

/** The bounds of all operations together. */
export interface Bounding {
  largeReads: LargeReads
  readLimiter: ReadLimiter
}

/** The context of one operation, with its bounds. */
export interface OperationContext extends RequestContext, Bounding {
  budget: OperationBudget | undefined
}

/** Makes the context of one operation; subscriptions hand in readers that they share. */
export function createContext<Request extends Omit<RequestContext, keyof App | 'clientNetwork' | 'loaders'>>(
  app: App,
  request: Request,
  shared?: SharedLoaders,
): RequestContext & Request {
  return {
    ...app,
    ...request,
    clientNetwork: networkOf(request.clientAddress),
    log: app.log.child({ requestId: request.requestId }),
    loaders: createLoaders(app, request.actor, shared),
  }
}
