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

/** The readers that subscriptions share, all of them and those of one event. */
export interface SubscriptionLoaders {
  shared: SharedLoaders
  ofEvent: (event: object) => SharedLoaders
}

/** Makes the context of one operation; subscriptions pass readers that they share. */
export function createContext<
  Request extends Omit<RequestContext, keyof App | 'clientNetwork' | 'loaders' | 'showEvent'>,
>(app: App, request: Request, subscriptions?: SubscriptionLoaders): RequestContext & Request {
  const context: RequestContext & Request = {
    ...app,
    ...request,
    clientNetwork: networkOf(request.clientAddress),
    log: app.log.child({ requestId: request.requestId }),
    loaders: createLoaders(app, request.actor, subscriptions?.shared),
    showEvent:
      subscriptions &&
      ((event) => ({
        ...context,
        loaders: createLoaders(app, request.actor, subscriptions.ofEvent(event)),
      })),
  }
  return context
}
