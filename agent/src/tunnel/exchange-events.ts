import type { ExchangeObserver, ExchangeTap } from '../origin/exchange-observer.ts'
import type { LostReference } from '../rules/rewriting.ts'
import { describeRefusal } from '../origin/host-refusal.ts'
import { describeHotReload, HotReloadWatch } from './hot-reload.ts'
import type { TunnelObserver, TunnelOptions } from './tunnel-options.ts'

/** Returns an observer that converts request callbacks into events. */
export function observeExchanges(
  observer: Pick<TunnelObserver, 'onEvent' | 'begun'>,
  options: Pick<TunnelOptions, 'target' | 'hostHeader'>,
): ExchangeObserver {
  const warn = createWarner(observer)
  const hotReload = new HotReloadWatch((found) => warn(describeHotReload(found)))
  return {
    begun(request) {
      const tap = observer.begun?.(request)
      const script = hotReload.follow(request)
      return tap === undefined || script === undefined ? (tap ?? script) : followTwice(tap, script)
    },
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
      warn(`Your app answered ${pathname} with ${reference.text}, ${describeLoss(reference)}`)
    },
  }
}

function describeLoss({ kind }: LostReference): string {
  return kind === 'same URL'
    ? 'the URL that the visitor requested: browsers give up after some 20 such redirects. Have the app trust X-Forwarded-Proto, which says that visitors use https.'
    : 'which does not work for visitors. Start the agent with --rewrite, or have the app use the public address.'
}

function followTwice(first: ExchangeTap, second: ExchangeTap): ExchangeTap {
  return {
    requestData(chunk) {
      first.requestData(chunk)
      second.requestData(chunk)
    },
    responseHead(head) {
      first.responseHead(head)
      second.responseHead(head)
    },
    responseData(chunk) {
      first.responseData(chunk)
      second.responseData(chunk)
    },
    over(outcome) {
      first.over(outcome)
      second.over(outcome)
    },
  }
}

/** Returns a function that reports a warning unless it repeats the last one: every module of a page may meet the same fault, and one line is enough. */
function createWarner(observer: Pick<TunnelObserver, 'onEvent'>): (message: string) => void {
  let last = ''
  return (message) => {
    if (message === last) return
    last = message
    observer.onEvent({ event: 'warning', message })
  }
}
