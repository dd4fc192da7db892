import type { ExchangeObserver } from '../origin/exchange-observer.ts'
import { describeRefusal } from '../origin/host-refusal.ts'
import type { TunnelObserver, TunnelOptions } from './tunnel-options.ts'

/** Returns an observer that turns what happens to requests into events. */
export function observeExchanges(observer: TunnelObserver, options: TunnelOptions): ExchangeObserver {
  const warn = createWarner(observer)
  return {
    begun: observer.begun?.bind(observer),
    streaming({ method, target: path }, status) {
      observer.onEvent({ event: 'stream', method, path, status })
    },
    over({ method, target: path }, { how, status, bytesIn, bytesOut, ...times }) {
      const durationMs = Math.round(times.durationMs)
      if (how.kind === 'failed') {
        const { code, message } = how
        observer.onEvent({ event: 'request-failed', method, path, code, message, durationMs })
      } else {
        const firstByteMs = Math.round(times.firstByteMs)
        observer.onEvent({ event: 'request', method, path, status, durationMs, firstByteMs, bytesIn, bytesOut })
      }
    },
    refused(request, refusal) {
      warn(describeRefusal(refusal, request, options))
    },
    misdirected({ target: path }, reference) {
      const [pathname = ''] = path.split('?')
      warn(
        `Your app answered ${pathname} with ${reference}, which visitors cannot reach. Start the agent with --rewrite, or have the app use the public hostname.`,
      )
    },
  }
}

/** Every module of a page may meet the same fault; one line is enough. */
function createWarner(observer: TunnelObserver): (message: string) => void {
  let last = ''
  return (message) => {
    if (message === last) return
    last = message
    observer.onEvent({ event: 'warning', message })
  }
}
