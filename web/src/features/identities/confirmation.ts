import type { ApolloClient } from '@apollo/client'
import { findState, keepErrand } from './errands.ts'
import { beginMutation, completeMutation } from './proof.ts'
import type { Provider } from './providers.ts'

/** What a provider led a window of its own back with. */
interface Returned {
  providerId: string
  response: string
}

/** The window of a provider has no opener when it is back: the policy of the dashboard's pages cuts it off. */
const channelName = 'culvert:provider-confirmation'

/** Hands what a provider led back with to the window that waits for it. */
export function returnToWaiting(returned: Returned): void {
  const channel = new BroadcastChannel(channelName)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
  channel.postMessage(returned)
  channel.close()
}

/**
 * Has a provider confirm, in a window of its own, who the signed-in person is. Resolves to the provider's assertion. Called at once when a
 * button is pressed: browsers block windows that open later. Rejects with an error in words for the reader.
 */
export async function askInWindow(client: ApolloClient, { id, label }: Provider, signal: AbortSignal): Promise<string> {
  const opened = window.open('', '', 'popup,width=480,height=720')
  if (!opened)
    throw new Error(`Your browser blocked the window of ${label}. Allow windows of this page, then try again.`)
  // Where no policy cuts it off, the provider would have this page at hand.
  opened.opener = null
  try {
    const input = { providerId: id, purpose: 'CONFIRM' } as const
    const begun = await client.mutate({ mutation: beginMutation, variables: { input }, fetchPolicy: 'no-cache' })
    if (!begun.data) throw new Error('beginProviderProof answered without an address.')
    const { url } = begun.data.beginProviderProof
    signal.throwIfAborted()
    keepErrand(url, { purpose: 'CONFIRM' }, opened)
    const returning = waitForReturn(id, url, signal)
    opened.location.assign(url)
    const { data } = await client.mutate({
      mutation: completeMutation,
      variables: { input: { providerId: id, response: await returning } },
      fetchPolicy: 'no-cache',
    })
    if (!data) throw new Error('completeProviderProof answered without a word.')
    return data.completeProviderProof.proof.token
  } catch (error) {
    opened.close()
    throw error
  }
}

/** Resolves to the answer of a provider. Each of several windows hears all answers, and takes its own. */
function waitForReturn(providerId: string, url: string, signal: AbortSignal): Promise<string> {
  const state = findState(new URL(url).search)
  const channel = new BroadcastChannel(channelName)
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  channel.addEventListener('message', ({ data }: MessageEvent<Returned>) => {
    if (data.providerId === providerId && findState(data.response) === state) resolve(data.response)
  })
  signal.addEventListener('abort', () => reject(signal.reason))
  return promise.finally(() => channel.close())
}
