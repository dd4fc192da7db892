import type { HeaderField, ResetCode, ResponseHead, StreamHandler, WireSession, WireStream } from '@culvert/wire'
import type { ProbedHop } from '@culvert/schema/tokens'
import { probeField } from '@culvert/schema/tokens'
import type { VisitorRequest } from '../ingress/visitor.ts'
import { describeVisitor } from '../ingress/describe-visitor.ts'
import { resetErrors } from '../proxy/reset-errors.ts'

/**
 * Asks the app behind a session for `HEAD /` as a visitor would: a connection alone would not tell an app that hangs from
 * one that answers. HEAD is safe (RFC 9110, section 9.2.1), and a field marks the request for the app's log.
 */
export function askApp(session: WireSession, request: VisitorRequest, timeoutMs: number): Promise<ProbedHop> {
  return new Promise((resolve) => new AppProbe(session, request, timeoutMs, resolve))
}

class AppProbe implements StreamHandler {
  readonly #startedMs = performance.now()
  readonly #resolve: (hop: ProbedHop) => void
  readonly #stream: WireStream
  readonly #timer: NodeJS.Timeout

  constructor(session: WireSession, request: VisitorRequest, timeoutMs: number, resolve: (hop: ProbedHop) => void) {
    this.#resolve = resolve
    this.#timer = setTimeout(() => this.#giveUp(timeoutMs), timeoutMs)
    const fields: HeaderField[] = [
      ['Host', request.host],
      ['User-Agent', 'culvert-probe'],
      ['Accept', '*/*'],
      [probeField, '1'],
      ...describeVisitor(request.origin, request.host),
    ]
    const visitorAddress = request.origin.address
    this.#stream = session.open({ kind: 'http', method: 'HEAD', target: '/', fields, visitorAddress }, this, true)
  }

  onHead({ status }: ResponseHead): void {
    if (status < 200) return
    this.#settle({ failure: null, status })
    this.#stream.reset('CANCELLED', 'The probe has its answer.')
  }

  onData(): void {}

  onEnd(): void {}

  onWritable(): void {}

  onReset(code: ResetCode | 'SESSION_LOST', message: string): void {
    this.#settle({ failure: { code: resetErrors[code], detail: message }, status: null })
  }

  #giveUp(timeoutMs: number): void {
    const detail = `the app took the request and sent no answer for ${timeoutMs / 1_000} s`
    this.#settle({ failure: { code: 'CULVERT_APP_TIMEOUT', detail }, status: null })
    this.#stream.reset('CANCELLED', 'The probe does not wait any longer.')
  }

  #settle(hop: Omit<ProbedHop, 'durationMs'>): void {
    clearTimeout(this.#timer)
    this.#resolve({ durationMs: performance.now() - this.#startedMs, ...hop })
  }
}
