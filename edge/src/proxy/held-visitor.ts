import type { Visitor, VisitorHandler } from '../ingress/visitor.ts'

/** A visitor who waits to be answered; what he sends meanwhile stays in his own buffers. */
export class HeldVisitor implements VisitorHandler {
  isGone = false

  constructor(visitor: Visitor) {
    visitor.attach(this)
  }

  onBody(): void {}

  onBodyEnd(): void {}

  onDrain(): void {}

  onGone(): void {
    this.isGone = true
  }
}
