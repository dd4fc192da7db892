import type { RequestContext } from '../context.ts'
import type { EventPayloads } from '../events/events.ts'
import type { Reach } from './api-keys.ts'
import { authorize, isStillAdmitted } from './authorize.ts'
import type { ScopedAction } from './permissions.ts'

/** Topics whose key is an account's id; each is named as its subscription field. */
type AccountTopic = 'accountChanged' | 'agentChanged' | 'domainChanged' | 'gatewayChanged' | 'requestsAdded'

/** What a subscription to an account shows. */
interface Shown<Payload, Value> {
  /** What the viewer must be allowed to do. */
  action: ScopedAction
  /** What part of the account is shown; left out if it does not belong to one gateway. */
  reach?: Reach
  /** Returns what is shown first, once later events are already received; left out if nothing is. */
  begin?: () => Promise<Value>
  /** Returns what an event is about, in the context that it is shown in; undefined when there is nothing to show. */
  load: (payload: Payload, context: RequestContext) => Promise<Value | undefined>
}

/** The contexts that values were loaded in. */
const eventContexts = new WeakMap<object, RequestContext>()

/** Returns the context that a value of a subscription was loaded in, if `subscribeToAccount` loaded it. */
export function findEventContext(value: unknown): RequestContext | undefined {
  return typeof value === 'object' && value !== null ? eventContexts.get(value) : undefined
}

/**
 * The source of an account's subscription field: authorizes, then loads the object of each event. It ends when the
 * viewer is no longer a member. Not an async generator, because those cannot be left while they wait for an event.
 */
export async function subscribeToAccount<T extends AccountTopic, V>(
  context: RequestContext,
  topic: T,
  accountId: string,
  { action, reach, begin, load }: Shown<EventPayloads[T], V>,
): Promise<AsyncIterableIterator<Record<T, V>>> {
  await authorize(context, action, accountId, 'account', reach)
  const events = context.events.subscribe(topic, accountId)
  const memberships = context.events.subscribe('membershipEnded', accountId)
  const end = async (): Promise<IteratorReturnResult<undefined>> => {
    await Promise.all([events.return?.(), memberships.return?.()])
    return { done: true, value: undefined }
  }
  /** Ends the subscription with the membership, not at the next event. */
  const watchMembership = async (): Promise<void> => {
    // The membership may have ended since the authorization.
    let ended: IteratorResult<unknown> = { done: false, value: undefined }
    while (!ended.done) {
      const next = memberships.next()
      if (!(await isStillAdmitted(context, accountId))) await end()
      ended = await next
    }
  }
  let isWatching = false
  let upcoming: Promise<IteratorResult<EventPayloads[T]>> | undefined
  const source: AsyncIterableIterator<Record<T, V>> = {
    [Symbol.asyncIterator]: () => source,
    next: async () => {
      for (;;) {
        upcoming ??= events.next()
        if (!isWatching) {
          isWatching = true
          watchMembership().catch((error: unknown) =>
            context.log.error({ err: error }, 'a subscription is not notified of memberships that end'),
          )
          if (begin) return { done: false, value: field(topic, await begin()) }
        }
        const event = await upcoming
        upcoming = undefined
        if (event.done) return { done: true, value: undefined }
        try {
          const shown = context.showEvent?.(event.value) ?? context
          if (!(await isStillAdmitted(shown, accountId))) return await end()
          const loaded = await load(event.value, shown)
          if (loaded === undefined) continue
          const value = field(topic, loaded)
          eventContexts.set(value, shown)
          return { done: false, value }
        } catch (error) {
          // An error from here would close the whole socket for good; a lost event only costs freshness.
          context.log.error({ err: error, topic }, 'event not shown to a subscriber')
        }
      }
    },
    return: end,
  }
  return source
}

/** `{ [topic]: value }` with its exact type, which TypeScript widens to an index signature. */
function field<T extends string, V>(topic: T, value: V): Record<T, V> {
  return { [topic]: value } as Record<T, V>
}
