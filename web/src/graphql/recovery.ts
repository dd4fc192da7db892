import type { ApolloClient, ReactiveVar } from '@apollo/client'
import { fetchInTime, shortTimeoutMs } from '../network/silence.ts'
import { announceNetwork, waitForNetwork } from '../network/wait-for-network.ts'
import { isUnreachable } from './errors.ts'

const waitsMs = [1000, 2000, 5000]
const waitMaxMs = 10_000

/**
 * Returns the function to call when a request got no answer: it asks the server at growing intervals whether it is
 * back, then repeats every query that failed. The screens stay unchanged meanwhile.
 */
export function createRecovery(
  client: ApolloClient,
  graphqlPath: string,
  serverReachable: ReactiveVar<boolean>,
): () => void {
  let isUnderWay = false

  const recover = async () => {
    for (let attempt = 0; !serverReachable();) {
      const isBack = await waitForNetwork(waitsMs[attempt] ?? waitMaxMs)
      attempt = isBack ? 0 : attempt + 1
      if (!serverReachable()) await probe()
    }
    isUnderWay = false
    announceNetwork()
    askAgain()
  }
  const probe = () =>
    fetchInTime(
      graphqlPath,
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"query":"{__typename}"}' },
      shortTimeoutMs,
    ).then(
      ({ status }) => serverReachable(status < 502),
      () => false,
    )
  const askAgain = () => {
    for (const query of client.getObservableQueries()) {
      if (isUnreachable(query.getCurrentResult().error)) query.refetch().catch(() => undefined)
    }
  }

  return () => {
    if (isUnderWay) return
    isUnderWay = true
    void recover()
  }
}
