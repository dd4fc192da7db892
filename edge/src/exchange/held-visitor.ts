import type { FaultBearer } from '@culvert/program/guard'
import type { Visitor, VisitorHandler } from '../visitor.ts'
import type { FaultReport } from '../reporting.ts'

/** A visitor that waits for an answer; its body stays in its own buffers. */
export class HeldVisitor implements VisitorHandler, FaultBearer {
  isGone = false
  readonly #visitor: Visitor
  readonly #reportFault: FaultReport

  constructor(visitor: Visitor, reportFault: FaultReport) {
    this.#visitor = visitor
    this.#reportFault = reportFault
    visitor.attach(this)
  }

  get bearerName(): string {
    return this.#visitor.request.origin.address
  }

  onFault(error: unknown, place: string): void {
    this.#reportFault(error, place, [this.#visitor.request])
    this.#visitor.destroy()
  }

  onBody(): void {}

  onBodyEnd(): void {}

  onDrain(): void {}

  onGone(): void {
    this.isGone = true
  }
}
