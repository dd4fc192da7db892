import { messageOf } from '@culvert/program'
import { type FaultBearer, guard } from '@culvert/program/guard'
import type { HeaderField, ResetCode, ResponseHead, StreamHandler, WireStream } from '@culvert/wire'
import { type ProbedHop, probeField } from '@culvert/schema/tokens'
import type { VisitorRequest } from '../visitor.ts'
import { describeVisitor } from '../http/forwarding-fields.ts'
import { resetErrors } from '../pages/errors.ts'
import type { AgentSession } from '../tunnels/agent-session.ts'

/**
 * Sends the app behind a session a `HEAD /` as a visitor would: a connection alone would not distinguish an app that hangs from
 * one that answers. HEAD is safe (RFC 9110, section 9.2.1), and a field marks the request for the app's log.
 */
export function askApp(session: AgentSession, request: VisitorRequest, timeoutMs: number): Promise<ProbedHop> {
  return new Promise((resolve) => new AppProbe(session, request, timeoutMs, resolve))
}

class AppProbe implements StreamHandler, FaultBearer {
  readonly bearerName: string
  readonly #startedMs = performance.now()
  readonly #resolve: (hop: ProbedHop) => void
  readonly #stream: WireStream
  readonly #timer: NodeJS.Timeout

  constructor(session: AgentSession, request: VisitorRequest, timeoutMs: number, resolve: (hop: ProbedHop) => void) {
    this.bearerName = request.hostname
    this.#resolve = resolve
    this.#timer = setTimeout(
      guard('probe.timeout', this, () => this.#giveUp(timeoutMs)),
      timeoutMs,
    )
    const fields: HeaderField[] = [
      ['Host', request.host],
      ['User-Agent', 'culvert-probe'],
      ['Accept', '*/*'],
      [probeField, '1'],
      ...describeVisitor(request.origin, request.host),
    ]
    const visitorAddress = request.origin.address
    const head = { kind: 'http', method: 'HEAD', target: '/', fields, visitorAddress, requestId: '' } as const
    this.#stream = session.open(head, this, true)
  }

  /** A fault of this program is reported to the API like any other failure. */
  onFault(error: unknown): void {
    this.#settle({ failure: { code: 'CULVERT_INTERNAL', detail: messageOf(error) }, status: null })
    this.#stream.reset('CANCELLED', 'The probe has ended.')
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
