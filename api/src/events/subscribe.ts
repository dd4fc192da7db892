import { authorize } from '../auth/authorize.ts'
import type { RequestContext } from '../http/context.ts'
import type { EventPayloads } from './events.ts'

/** Topics whose key is an account's id; each is named as its subscription field. */
type AccountTopic = 'accountChanged' | 'agentChanged' | 'gatewayChanged'

/**
 * The source of an account's subscription field: authorizes, then loads what each event is about. It ends when the
 * viewer is no longer a member. Not an async generator, because those cannot be left while they wait for an event.
 */
export async function subscribeToAccount<T extends AccountTopic, V>(
  context: RequestContext,
  topic: T,
  accountId: string,
  load: (payload: EventPayloads[T]) => Promise<V | undefined>,
): Promise<AsyncIterableIterator<Record<T, V>>> {
  await authorize(context, 'viewAccount', accountId)
  const events = context.events.subscribe(topic, accountId)
  const end = async (): Promise<IteratorReturnResult<undefined>> => {
    await events.return?.()
    return { done: true, value: undefined }
  }
  const source: AsyncIterableIterator<Record<T, V>> = {
    [Symbol.asyncIterator]: () => source,
    next: async () => {
      for (;;) {
        const event = await events.next()
        if (event.done) return { done: true, value: undefined }
        try {
          if ((await context.loaders.viewerRole.load(accountId)) === undefined) return await end()
          const value = await load(event.value)
          if (value !== undefined) return { done: false, value: field(topic, value) }
        } catch (error) {
          // An error from here would close the whole socket for good; a lost event costs freshness only.
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
