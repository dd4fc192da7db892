import { connect } from 'node:net'
import { createSession, inspectionFeature, protocolVersion } from '@culvert/wire'
import type { SessionHandler, WireSession } from '@culvert/wire'
import type { Visitor } from '../visitor.ts'
import { ParkingLot } from '../tunnels/parking.ts'
import { Forwarding } from './forwarding.ts'
import type { ForwardingOptions } from './forwarding.ts'

/** How often a process that is being restarted is dialled; milliseconds. */
const redialMs = 50
const waitingMax = 4_096

/** Another process of this edge, to which visitors are sent over one session. The session is kept, and dialled again when it is lost. */
export class Sibling implements SessionHandler {
  readonly #path: string
  readonly #options: ForwardingOptions
  #session: WireSession | undefined
  #redial: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(path: string, parkMs: number, options: Omit<ForwardingOptions, 'parkingLot'>) {
    this.#path = path
    this.#options = { ...options, parkingLot: new ParkingLot(parkMs, waitingMax) }
    this.#dial()
  }

  /** Hands a visitor over, now or once the process answers. */
  forward(visitor: Visitor): void {
    if (this.#session?.isOpen === true) {
      // The process that owns the hostname knows whose request it is, and records it.
      new Forwarding(visitor, this.#options).proceed(this.#session)
      return
    }
    const { recorder, parkingLot } = this.#options
    const forwarding = new Forwarding(recorder?.follow(visitor) ?? visitor, this.#options)
    if (this.#isClosed || !parkingLot.park(forwarding)) forwarding.giveUp()
  }

  onHandlerError(error: unknown): void {
    this.#options.reportFault(error, 'sibling')
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#redial)
    this.#options.parkingLot.dismiss()
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
    if (this.#session !== undefined) this.#options.parkingLot.release(this.#session)
  }

  onClose(): void {
    this.#session = undefined
    if (!this.#isClosed) this.#redial = setTimeout(() => this.#dial(), redialMs).unref()
  }

  #dial(): void {
    this.#session = createSession(connect({ path: this.#path }), { role: 'edge', features: [inspectionFeature] }, this)
  }
}
