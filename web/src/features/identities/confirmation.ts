import type { ApolloClient } from '@apollo/client'
import { findState, storePendingRedirect } from './pending-redirect.ts'
import { beginMutation, completeMutation } from './proof.ts'
import type { Provider } from './providers.ts'

/** The parameters that a provider returned to its own window. */
interface ProviderReturn {
  providerId: string
  response: string
}

/** When a provider's window returns, it has no opener: the policy of the dashboard's pages cuts it off. */
const channelName = 'culvert:provider-confirmation'

/** Hands a provider's response to the window that waits for it. */
export function postReturn(returned: ProviderReturn): void {
  const channel = new BroadcastChannel(channelName)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
  channel.postMessage(returned)
  channel.close()
}

/**
 * Lets a provider confirm, in a separate window, who the signed-in person is. Resolves to the provider's assertion. Must be called as soon as a
 * button is pressed, because browsers block windows that open later. Rejects with an error in words for the reader.
 */
export async function confirmInWindow(
  client: ApolloClient,
  { id, label }: Provider,
  signal: AbortSignal,
): Promise<string> {
  const opened = window.open('', '', 'popup,width=480,height=720')
  if (!opened)
    throw new Error(`Your browser blocked the window of ${label}. Allow pop-ups for this page, then try again.`)
  // If no policy cut it off, the provider would have access to this page.
  opened.opener = null
  try {
    const input = { providerId: id, purpose: 'CONFIRM' } as const
    const begun = await client.mutate({ mutation: beginMutation, variables: { input }, fetchPolicy: 'no-cache' })
    if (!begun.data) throw new Error('beginProviderProof answered without an address.')
    const { url } = begun.data.beginProviderProof
    signal.throwIfAborted()
    storePendingRedirect(url, { purpose: 'CONFIRM' }, opened)
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

/** Resolves to the answer of a provider. If there are several windows, each hears all answers, and takes its own. */
function waitForReturn(providerId: string, url: string, signal: AbortSignal): Promise<string> {
  const state = findState(new URL(url).search)
  const channel = new BroadcastChannel(channelName)
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  channel.addEventListener('message', ({ data }: MessageEvent<ProviderReturn>) => {
    if (data.providerId === providerId && findState(data.response) === state) resolve(data.response)
  })
  signal.addEventListener('abort', () => reject(signal.reason))
  return promise.finally(() => channel.close())
}
