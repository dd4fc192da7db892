import { createSourceEventStream, execute, type ExecutionArgs, type ExecutionResult } from 'graphql'
import { findEventContext } from '../platform/access/subscribe.ts'
import { OperationBudget } from './cost/operation-budget.ts'

/**
 * Runs a subscription as GraphQL's own `subscribe` does, each event in the context that it was loaded in, if it has one: what its subscribers
 * read about it is read once for all of them. Each event may read as many rows as an operation, in any time.
 */
export async function subscribe(
  args: ExecutionArgs,
): Promise<AsyncGenerator<ExecutionResult, void, void> | ExecutionResult> {
  const source = await createSourceEventStream(args)
  if (!(Symbol.asyncIterator in source)) return source
  const events: AsyncIterator<unknown> = source[Symbol.asyncIterator]()
  const show = async ({ done, value }: IteratorResult<unknown>): Promise<IteratorResult<ExecutionResult, void>> => {
    if (done) return { done, value: undefined }
    const budget = new OperationBudget(Infinity)
    const contextValue: object = Object.assign({}, findEventContext(value) ?? args.contextValue, { budget })
    try {
      return { done: false, value: await execute({ ...args, rootValue: value, contextValue }) }
    } catch (error) {
      await events.return?.()
      throw error
    }
  }
  const results: AsyncGenerator<ExecutionResult, void, void> = {
    [Symbol.asyncIterator]: () => results,
    [Symbol.asyncDispose]: async () => void (await events.return?.()),
    next: async () => await show(await events.next()),
    return: async () => {
      await events.return?.()
      return { done: true, value: undefined }
    },
    throw: async (error) => {
      await events.return?.()
      throw error
    },
  }
  return results
}
