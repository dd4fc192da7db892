import { connect } from 'node:net'
import { createSession, protocolVersion } from '@culvert/wire'
import type { SessionHandler, WireSession } from '@culvert/wire'
import type { Visitor } from '../visitor.ts'
import type { FaultReport } from '../reporting.ts'
import type { ErrorPages } from '../pages/error-pages.ts'
import { ParkingLot } from '../tunnels/parking.ts'
import { Forwarding } from './forwarding.ts'

/** How often a process that is being restarted is dialled; milliseconds. */
const redialMs = 50
const waitingMax = 4_096

/** Another process of this edge, to which visitors are sent over one session. The session is kept, and dialled again when it is lost. */
export class Sibling implements SessionHandler {
  readonly #path: string
  readonly #errorPages: ErrorPages
  readonly #reportFault: FaultReport
  readonly #parkingLot: ParkingLot
  #session: WireSession | undefined
  #redial: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(path: string, parkMs: number, errorPages: ErrorPages, reportFault: FaultReport) {
    this.#path = path
    this.#errorPages = errorPages
    this.#reportFault = reportFault
    this.#parkingLot = new ParkingLot(parkMs, waitingMax)
    this.#dial()
  }

  /** Hands a visitor over, now or once the process answers. */
  forward(visitor: Visitor): void {
    const forwarding = new Forwarding(visitor, this.#parkingLot, this.#errorPages, this.#reportFault)
    if (this.#session?.isOpen === true) forwarding.proceed(this.#session)
    else if (this.#isClosed || !this.#parkingLot.park(forwarding)) forwarding.giveUp()
  }

  onHandlerError(error: unknown): void {
    this.#reportFault(error, 'sibling')
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#redial)
    this.#parkingLot.dismiss()
    this.#session?.destroy()
  }

  onHello(): void {
    this.#session?.welcome({
      version: protocolVersion,
      sessionId: 'sibling',
      resumeToken: '',
      holdMs: 0,
      resumeMs: 0,
      hostname: '',
    })
    if (this.#session !== undefined) this.#parkingLot.release(this.#session)
  }

  onClose(): void {
    this.#session = undefined
    if (!this.#isClosed) this.#redial = setTimeout(() => this.#dial(), redialMs).unref()
  }

  #dial(): void {
    this.#session = createSession(connect({ path: this.#path }), { role: 'edge' }, this)
  }
}
